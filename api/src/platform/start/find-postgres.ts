import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { BadSetting } from '../../config.ts';
import { DataUnusable } from '../database/data-lock.ts';
import { wordsOf } from '../text/error-words.ts';
import { askOnce, isUnknownHost } from './ask-once.ts';

/** A start that finds nobody ends after this; whatever runs the server starts it again. */
const FOUND_WITHIN_MS = 3000;
const ASK_EVERY_MS = 300;
/** Whoever waits in front of a start wants to know for what. */
const TELL_AFTER_MS = 1000;

/** "Will you speak TLS?": PostgreSQL answers with one letter, before any name or password. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
/** Yes, no, and an error in the form of PostgreSQL. */
const POSTGRES_ANSWER = /^(?:[SN]$|[SN]\W|E\0)/;

/** pg's message when the server answers “no” to TLS. */
const NO_TLS = 'The server does not support SSL connections';
/** Codes of OpenSSL and Node for a certificate that does not hold. */
const NO_TRUST = /CERT|_SIGNATURE$|^UNABLE_TO_(?:GET|VERIFY)|^ERR_TLS/;

interface Address {
  readonly host: string;
  readonly port: number;
  /** For sentences. */
  readonly words: string;
}

/** Where a PostgreSQL is; null where its URL names a socket in the file system. */
function addressOf(url: string): Address | null {
  const { hostname, port, searchParams } = new URL(url);
  const host = decodeURIComponent(hostname) || searchParams.get('host') || 'localhost';
  if (host.startsWith('/')) return null;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || 5432, words: `${host}:${port || 5432}` };
}

/**
 * Makes sure that a PostgreSQL answers where DATABASE_URL says, and lets the server in. Throws DataUnusable with one sentence within seconds
 * where none does.
 */
export async function findPostgres(url: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const address = addressOf(url);
  if (address) await untilPostgres(address, log);
  const client = clientFor(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const why = whyRefusedBy(url, error);
    // One that still starts, or has no connection left, is waited for.
    if (why) throw new DataUnusable(why);
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The driver reads the files of certificates that a URL names while it is made. */
function clientFor(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: FOUND_WITHIN_MS });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (path) throw new DataUnusable(`DATABASE_URL names the file ${path}, which can’t be read (${code}): correct it, or give this user the right to read it.`);
    throw new BadSetting(`DATABASE_URL can’t be read: ${wordsOf(error)}.`);
  }
}

async function untilPostgres(address: Address, log: Pick<Logger, 'warn'>): Promise<void> {
  const { host, words } = address;
  const begun = performance.now();
  let told = false;
  const tell = (why: string): void => {
    if (!told) log.warn({ why }, `the database at DATABASE_URL (${words}) does not answer yet`);
    told = true;
  };
  const timer = setTimeout(() => tell('no answer'), TELL_AFTER_MS);
  try {
    for (;;) {
      const left = FOUND_WITHIN_MS - (performance.now() - begun);
      const heard = await askOnce(address, TLS_REQUEST, Math.max(100, left));
      if (heard.kind === 'answer' && POSTGRES_ANSWER.test(heard.text)) {
        if (told) log.warn(`the database at DATABASE_URL (${words}) answers`);
        return;
      }
      if (heard.kind === 'answer')
        throw new DataUnusable(`What answers at ${words} is no PostgreSQL: set host and port in DATABASE_URL to those of your database.`);
      if (heard.kind === 'failed' && isUnknownHost(heard.code))
        throw new DataUnusable(`The host name ${host} in DATABASE_URL is not known here: correct it, or see that this machine’s DNS knows it.`);
      const why = heard.kind === 'failed' ? heard.code : heard.kind === 'closed' ? 'the connection was closed' : 'no answer';
      if (performance.now() - begun + ASK_EVERY_MS > FOUND_WITHIN_MS)
        throw new DataUnusable(`No PostgreSQL answers at ${words}, where DATABASE_URL says (${why}): start the database, or set DATABASE_URL to where it is.`);
      await pause(ASK_EVERY_MS);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The fault of a DATABASE_URL that PostgreSQL itself refuses, in one sentence; null for any other failure. */
export function whyRefusedBy(url: string, error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const { pathname, username } = new URL(url);
  const { syscall, address } = (error ?? {}) as { syscall?: unknown; address?: unknown };
  // Where a port is called so, the way there has said it already.
  if (syscall === 'connect' && typeof address === 'string' && address.startsWith('/'))
    return code === 'EACCES'
      ? `This user may not use the socket ${address}, which DATABASE_URL names: give the user that right, or name another in DATABASE_URL.`
      : `No PostgreSQL answers at the socket ${address}, where DATABASE_URL says (${code}): start the database, or set DATABASE_URL to where it is.`;
  const words = addressOf(url)?.words ?? 'the socket of DATABASE_URL';
  if (code === '3D000')
    return `The PostgreSQL at ${words} has no database ${decodeURIComponent(pathname.slice(1))}: create it, or name another in DATABASE_URL.`;
  if (code === '28000' && /no encryption/.test(String(message)))
    return `The PostgreSQL at ${words} lets nobody in without TLS: add sslmode=verify-full to DATABASE_URL.`;
  if (code === '28P01' || code === '28000')
    return `The PostgreSQL at ${words} does not let ${decodeURIComponent(username) || 'this user'} in: correct user and password in DATABASE_URL.`;
  if (code === '42501') return `The user in DATABASE_URL may not do what the server needs at ${words}: make it the owner of its database.`;
  if (message === NO_TLS) return `The PostgreSQL at ${words} speaks no TLS: take sslmode out of DATABASE_URL, or switch TLS on in the database.`;
  if (typeof code === 'string' && NO_TRUST.test(code))
    return `The certificate of the PostgreSQL at ${words} is not trusted here (${code}): name the file of its issuer with sslrootcert in DATABASE_URL.`;
  return null;
}
