import { randomBytes } from 'node:crypto';
import { sha256 } from '../secrets.ts';

/** Binds refresh tokens to the browser that signed in: a copied token alone is worth nothing. */
export interface Device {
  value: string;
  hash: string;
}

/** `__Host-` needs https; plain http exists only for local demos. */
export const deviceCookieName = (secure: boolean): string => (secure ? '__Host-dsid' : 'dsid');

export function newDevice(): Device {
  return device(randomBytes(32).toString('base64url'));
}

function device(value: string): Device {
  return { value, hash: sha256(value) };
}

/** The device of a `Cookie` header, or null. */
export function readDevice(cookieHeader: string, secure: boolean): Device | null {
  const name = `${deviceCookieName(secure)}=`;
  const pair = cookieHeader.split(/;\s*/).find((part) => part.startsWith(name));
  const value = pair?.slice(name.length) ?? '';
  return /^[A-Za-z0-9_-]{43}$/.test(value) ? device(value) : null;
}

const YEAR_S = 365 * 86_400;

export function setDeviceCookie({ value }: Device, secure: boolean): string {
  return `${deviceCookieName(secure)}=${value}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
