import type { IncomingMessage, ServerResponse } from 'node:http';
import { ulid } from '../text/id.ts';
import { failure } from './envelope.ts';
import { Fail } from './fail.ts';
import { shortData } from './security-headers.ts';

/** `neem.vimarsh.example`, `localhost:4000`, `vimarsh.example.`, `203.0.113.9`, `[2001:db8::1]:4000`. No empty labels, nobody's name before an `@`. */
const HOST = /^(?:[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?|\[[0-9a-f:.]{2,45}\])(?::\d{0,5})?$/i;
const LONGEST = 262;
/** A request line may hold the whole address: `GET http://neem.vimarsh.example/ HTTP/1.1`. */
const WHOLE_ADDRESS = /^https?:\/\/([^/?#]*)/i;

/**
 * The host that a request is for, with its port; '' where HTTP/1.0 names none. Null where it names none, several or no host at all, or
 * another in its line than in its header (RFC 9112, 3.2): a proxy and this server could each take it for another site's.
 */
export function hostOf({ rawHeaders, httpVersion, url = '' }: IncomingMessage): string | null {
  // Node keeps the first line of several and says nothing of the others.
  const named: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') named.push(rawHeaders[at + 1]!);
  const [host, ...others] = named;
  if (host === undefined) return httpVersion === '1.0' && !WHOLE_ADDRESS.test(url) ? '' : null;
  if (others.length > 0 || host.length > LONGEST || !HOST.test(host)) return null;
  const inLine = WHOLE_ADDRESS.exec(url)?.[1];
  return inLine === undefined || inLine.toLowerCase() === host.toLowerCase() ? host : null;
}

/** Refuses, before anything else reads it, a request that does not name one host; whether it did. */
export function hostRefusals(config: { production: boolean }): (request: IncomingMessage, response: ServerResponse) => boolean {
  const headers = shortData(config);
  const fail = new Fail('BAD_REQUEST', { validation: 'The request must name one host.' });
  return (request, response) => {
    if (hostOf(request) !== null) return false;
    const body = JSON.stringify(failure(fail, ulid()));
    const own = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store', 'content-length', String(Buffer.byteLength(body))];
    response.writeHead(fail.http, [...headers, ...own, 'connection', 'close']);
    response.end(body);
    return true;
  };
}
