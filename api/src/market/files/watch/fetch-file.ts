import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A day's largest file, of F&O, is a few megabytes. */
const MOST_BYTES = 64 * 2 ** 20;
const TIMEOUT_MS = 60_000;
const MOST_REDIRECTS = 3;
/** Statuses that mean "not there yet": the exchange's archive answers so until the file exists. */
const NOT_YET = new Set([403, 404, 410]);

export type Fetched = { readonly path: string } | { readonly notYet: true } | { readonly failed: string };

export interface FetchLimits {
  readonly bytes?: number;
  readonly ms?: number;
}

/**
 * Fetches one file into a folder, within limits of time and size. A redirect leads to the same scheme, host and port or nowhere, so no answer sends
 * the server to an address that the operator did not name; the certificate vouches for the host. The file has its name only when it is whole.
 */
export async function fetchFile(address: URL, folder: string, { bytes: most = MOST_BYTES, ms = TIMEOUT_MS }: FetchLimits = {}): Promise<Fetched> {
  const signal = AbortSignal.timeout(ms);
  const name = fileNameOf(address);
  if (name === null) return { failed: 'the address does not end with the name of a .csv, .json or .zip file' };
  let at = address;
  try {
    for (let redirects = 0; ; redirects++) {
      const answer = await fetch(at, { redirect: 'manual', signal, headers: { 'user-agent': 'Mozilla/5.0 (compatible; Vimarsh)', accept: '*/*' } });
      if (answer.status >= 300 && answer.status < 400) {
        await answer.body?.cancel();
        const next = answer.headers.get('location');
        if (next === null || !URL.canParse(next, at)) return { failed: `it answered ${answer.status} without an address` };
        const to = new URL(next, at);
        if (to.origin !== address.origin) return { failed: `it leads to another host (${to.host}), which is not followed` };
        if (redirects >= MOST_REDIRECTS) return { failed: 'it leads on and on' };
        at = to;
        continue;
      }
      if (!answer.ok || !answer.body) {
        await answer.body?.cancel();
        return NOT_YET.has(answer.status) ? { notYet: true } : { failed: `it answered ${answer.status}` };
      }
      if (Number(answer.headers.get('content-length') ?? 0) > most) {
        await answer.body.cancel();
        return { failed: `the file is larger than ${Math.floor(most / 2 ** 20)} MB` };
      }
      return await write(answer.body, join(folder, name), most);
    }
  } catch (error) {
    return { failed: signal.aborted ? `it took longer than ${ms / 1000} s` : `it can’t be reached (${reasonOf(error)})` };
  }
}

/** The cause's code says more than “fetch failed”, and no address, which may hold a key. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'no connection';
};

async function write(body: ReadableStream<Uint8Array>, path: string, most: number): Promise<Fetched> {
  const file = await open(path, 'w', 0o600);
  let size = 0;
  let isWhole = false;
  try {
    for await (const part of body) {
      size += part.byteLength;
      if (size > most) return { failed: `the file is larger than ${Math.floor(most / 2 ** 20)} MB` };
      await file.write(part);
    }
    isWhole = true;
    return { path };
  } finally {
    await file.close();
    if (!isWhole) await rm(path, { force: true });
  }
}

const NAME = /^[\w.-]{1,120}\.(?:csv|json|zip)$/i;

/** The file's name, which the importer holds against the dates of its rows. */
export function fileNameOf(address: URL): string | null {
  const name = decodeURIComponent(address.pathname.split('/').at(-1) ?? '');
  return NAME.test(name) && !name.startsWith('.') ? name : null;
}
