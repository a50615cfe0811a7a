import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** The name in a `Host` header, without its port. */
export const hostNameOf = (host: string | undefined): string => (host ?? '').toLowerCase().replace(/:\d*$/, '');

/** The trusted proxies of TRUST_PROXY, one by one. */
export const proxiesOf = (trusted: string): string[] => trusted.split(',').flatMap((part) => part.trim() || []);

/** Whether TRUST_PROXY can be read as it is written. The library would take `1` as the address 0.0.0.1. */
export function areProxies(trusted: string): boolean {
  const proxies = proxiesOf(trusted);
  if (!proxies.every((proxy) => isIP(proxy.split('/', 1)[0]!) !== 0)) return false;
  try {
    proxyAddr.compile(proxies);
    return true;
  } catch {
    return false;
  }
}

/** Whose request it is where Fastify does not say, as for sockets: by the rule Fastify goes by. */
export function addressFinder(trusted: string): (request: IncomingMessage) => string {
  const proxies = proxyAddr.compile(proxiesOf(trusted));
  return (request) => proxyAddr(request, proxies);
}

/** The trusted proxy's word for how the browser came; without one, how the connection itself did. */
export function protocolFinder(trusted: string): (request: IncomingMessage) => string {
  const trusts = proxyAddr.compile(proxiesOf(trusted));
  return ({ socket, headers }) => {
    const said =
      trusts(socket.remoteAddress ?? '', 0) &&
      String(headers['x-forwarded-proto'] ?? '')
        .split(',')
        .at(-1)
        ?.trim();
    return said || ('encrypted' in socket ? 'https' : 'http');
  };
}

/** As people write it: an IPv4 address also where the system listens on IPv6 and says `::ffff:203.0.113.9`. */
export const plainAddress = (address: string): string => (isIP(address) === 0 ? address : ipaddr.process(address).toString());

/** What an address is counted as: `own` is one customer's, `wide` holds many of those; null where there is nothing wider. */
export interface CountedAddress {
  own: string;
  wide: string | null;
}

/**
 * An IPv4 address counts as itself, also when it comes written as IPv6. An IPv6 address counts as its /64, because whoever
 * has one has 2^64 of them, and wider as its /48, because many are given that whole.
 */
export function countedAs(address: string): CountedAddress {
  if (isIP(address) === 0) return { own: address, wide: null };
  const plain = ipaddr.process(address);
  if (plain.kind() === 'ipv4') return { own: plain.toString(), wide: null };
  const within = (bits: number): string => `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(plain.toString())}/${bits}`)}/${bits}`;
  return { own: within(64), wide: within(48) };
}

/** The network of a provider that an address lies in: whoever rents addresses has many of one such network, and few networks. */
export function neighbourhoodOf(address: string): string {
  if (isIP(address) === 0) return address;
  const plain = ipaddr.process(address);
  if (plain.kind() !== 'ipv4') return countedAs(address).wide!;
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${plain.toString()}/24`)}/24`;
}

/** How many full networks fit into the wider one that holds them: a provider's customers share it, one attacker should not have it all. */
const WIDER = 16;

/** A name to count under, and how many it may have. */
export interface Room {
  readonly name: string;
  readonly most: number;
}

/** Where what comes from an address is counted, if each may have `most`. The smaller comes first: what it refuses takes nothing from its neighbours. */
export function roomsOf(address: string, most: number): readonly Room[] {
  const { own, wide } = countedAs(address);
  return wide === null
    ? [{ name: own, most }]
    : [
        { name: own, most },
        { name: wide, most: most * WIDER },
      ];
}

/** `fe80::1%eth0` names a network card of this machine, too. */
const withoutZone = (address: string): string => address.split('%', 1)[0]!;
