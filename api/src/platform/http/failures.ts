import type { FastifyError } from 'fastify';
import { Fail } from './fail.ts';

/** No field is known here, so none is marked. */
const UNREADABLE = new Fail('BAD_REQUEST', { validation: 'The request could not be read.' });
const NOT_SAVED = 'Nothing can be saved at the moment. What was saved before is safe; try again later.';

const FASTIFY: Readonly<Record<string, Fail>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: new Fail('BAD_JSON'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Fail('BAD_JSON'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Fail('BAD_JSON'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Fail('BAD_REQUEST', { validation: 'Send the request as JSON.' }),
  FST_ERR_CTP_BODY_TOO_LARGE: new Fail('TOO_LARGE'),
  FST_ERR_BAD_URL: new Fail('NOT_FOUND'),
  FST_ERR_MAX_PARAM_LENGTH: new Fail('NOT_FOUND'),
  FST_ERR_ASYNC_CONSTRAINT: new Fail('NOT_FOUND'),
};

/** SQLSTATE classes and codes that pass by themselves: connection lost, server starting or stopping, too busy, out of room, only reading for a while, serialization, deadlock, lock or time limits. */
const PASSING = /^(08|53|57|58|40|55P03|25P03|25006)/;
const AWAY = new Set('ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN'.split(' '));
/** No room on the disk, or a database that only reads: to try again at once does not help. */
const UNSAVED = new Set(['53100', '25006']);
/** Text that is no date, and a date that no calendar has. */
const NO_DATE = new Set(['22007', '22008']);
/** A limit on waiting for a lock, or on a statement, ended the work. Whatever held it up may be over after this many seconds. */
const WAITED = new Set(['55P03', '57014']);
const WAITED_RETRY_S = 2;
/** What pg, its pool and Kysely say of a connection that is gone; none of them gives a code. */
const AWAY_TEXT =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|The embedded database stopped|Client has encountered a connection error|Client was closed|Postgres connection has been discarded/;

/**
 * Names any error. `surprise` marks what an engineer must look at: it is logged with its stack. Bad input never becomes
 * a 5xx: what a schema let through and the database refused as a value (class 22) is BAD_REQUEST, and still a surprise, but
 * for dates: anybody can write one that is none.
 */
export function nameFailure(error: unknown): { fail: Fail; surprise: boolean } {
  if (error instanceof Fail) return { fail: error, surprise: error.code === 'INTERNAL' };
  const { code, statusCode, message } = (error ?? {}) as Partial<FastifyError>;
  const known = code ? FASTIFY[code] : undefined;
  if (known) return { fail: known, surprise: false };
  if ((code && (AWAY.has(code) || (/^[0-9A-Z]{5}$/.test(code) && PASSING.test(code)))) || (message && AWAY_TEXT.test(message))) {
    if (code && UNSAVED.has(code)) return { fail: new Fail('RETRY', { validation: NOT_SAVED }), surprise: true };
    return { fail: new Fail('RETRY', code && WAITED.has(code) ? { retry_after: WAITED_RETRY_S } : {}), surprise: true };
  }
  if (code && /^22[0-9A-Z]{3}$/.test(code)) return { fail: UNREADABLE, surprise: !NO_DATE.has(code) };
  if (statusCode && statusCode >= 400 && statusCode < 500) return { fail: UNREADABLE, surprise: false };
  return { fail: new Fail('INTERNAL'), surprise: true };
}
