import { type JsonBounds, parseBounded } from '../../platform/text/json-bounds.ts';

/** Less than the time after which the order engine stops waiting, so that the reason is still heard. */
const DEADLINE_MS = 9_000;

/** What a receipt, a refusal or an account's funds can hold. */
export const SMALL_ANSWER: JsonBounds = { bytes: 64 * 1024, containers: 500, values: 4_000, depth: 12 };
/** A book of 5,000 orders with some 50 fields each. */
export const BOOK_ANSWER: JsonBounds = { bytes: 12 * 2 ** 20, containers: 30_000, values: 400_000, depth: 12 };

export interface BrokerCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Behind the base address, with its slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly most?: JsonBounds;
}

/**
 * `answered`: JSON within its bounds, whatever the status. `too_many`: the broker turned the call away unread (429); `retry_ms` null where it did not
 * say for how long. `not_sent`: no connection was made. `lost`: everything else, so the call may have come through.
 */
export type BrokerReply =
  | { readonly kind: 'answered'; readonly status: number; readonly json: unknown }
  | { readonly kind: 'too_many'; readonly retry_ms: number | null; readonly json: unknown }
  | { readonly kind: 'lost'; readonly why: string }
  | { readonly kind: 'not_sent'; readonly why: string };

export interface BrokerHttp {
  call(call: BrokerCall): Promise<BrokerReply>;
}

export interface HttpSettings {
  /** Without a slash at its end. */
  readonly url: string;
  readonly deadlineMs?: number | undefined;
}

/**
 * Calls one broker. A call goes out once: no redirect is followed and nothing is tried again. Never throws, and no reason it gives holds an
 * address, a key or a word of the answer.
 */
export const brokerHttp = ({ url, deadlineMs = DEADLINE_MS }: HttpSettings): BrokerHttp => ({
  async call({ method, path, headers, body, most = SMALL_ANSWER }) {
    let response: Response;
    const late = AbortSignal.timeout(deadlineMs);
    try {
      response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }), redirect: 'error', signal: late });
    } catch (error) {
      if (late.aborted) return { kind: 'lost', why: 'no answer in time' };
      return isUnconnected(error) ? { kind: 'not_sent', why: 'the broker can’t be reached' } : { kind: 'lost', why: 'the connection broke' };
    }
    const read = await readBytes(response, most.bytes).catch(() => null);
    if (read === 'too long') return { kind: 'lost', why: 'its answer is too long' };
    const json = read === null ? undefined : jsonOf(read, most);
    // Its status is told in full before the body: a broken body does not take it back.
    if (response.status === 429) return { kind: 'too_many', retry_ms: retryOf(response.headers.get('retry-after')), json };
    if (read === null) return { kind: 'lost', why: late.aborted ? 'no answer in time' : 'the answer broke off' };
    if (json === undefined) return { kind: 'lost', why: `status ${response.status}, and not the JSON that its documentation says` };
    return { kind: 'answered', status: response.status, json };
  },
});

async function readBytes(response: Response, most: number): Promise<Uint8Array | 'too long'> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > most) return 'too long';
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** Undefined: no JSON, or beyond its bounds. */
function jsonOf(bytes: Uint8Array, most: JsonBounds): unknown {
  try {
    return parseBounded(bytes, most);
  } catch {
    return undefined;
  }
}

/** Certificates that Node refuses during the handshake, before the first byte of a request. */
const CERTIFICATE = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|ERR_TLS_CERT_ALTNAME_INVALID$|HOSTNAME_MISMATCH$|INVALID_CA$)/;

interface SystemError {
  readonly code?: string;
  readonly syscall?: string;
  readonly errors?: readonly unknown[];
}

/** Whether a failed fetch never had a connection. A code alone does not tell: a connection in use can be reset by the same one. */
function isUnconnected(error: unknown): boolean {
  const cause = (error as { readonly cause?: SystemError }).cause;
  if (!cause) return false;
  // One address after the other was tried.
  const all = cause.errors ? (cause.errors as readonly SystemError[]) : [cause];
  return (
    all.length > 0 &&
    all.every(
      ({ code = '', syscall = '' }) => syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT' || CERTIFICATE.test(code),
    )
  );
}

/** Longest rest that a broker is believed, ms. */
const LONGEST_REST_MS = 600_000;

/** `Retry-After`: seconds, or a date. */
function retryOf(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(LONGEST_REST_MS, Math.max(0, ms)) : null;
}
