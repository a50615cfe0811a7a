import { BadSetting } from '../../config.ts';
import { askOnce, isUnknownHost } from './ask-once.ts';

const WITHIN_MS = 2000;
/** The first byte of a Redis answer: a status or an error. */
const REDIS_ANSWER = /^[+-][A-Z]/;
const REFUSED = /^-(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:AUTH|invalid password))/;

const command = (...words: string[]): string => `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;

/**
 * Throws BadSetting where REDIS_URL leads to something that is no Redis, to no host, or is not let in: waiting would not help. A Redis that is only away
 * costs latency, so it ends no start.
 */
export async function findRedis(url: string): Promise<void> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '') || 'localhost';
  const words = `${host}:${port || 6379}`;
  const credentials = [username, password].filter(Boolean).map(decodeURIComponent);
  const question = credentials.length > 0 ? command('AUTH', ...credentials) : command('PING');
  const heard = await askOnce({ host, port: Number(port) || 6379, sealed: protocol === 'rediss:' }, Buffer.from(question), WITHIN_MS);
  if (heard.kind === 'failed' && isUnknownHost(heard.code))
    throw new BadSetting(`The host name ${host} in REDIS_URL is not known here: correct it, or see that this machine’s DNS knows it.`);
  if (heard.kind !== 'answer') return;
  if (REFUSED.test(heard.text)) throw new BadSetting(`The Redis at ${words} does not let this server in: correct user and password in REDIS_URL.`);
  if (!REDIS_ANSWER.test(heard.text)) throw new BadSetting(`What answers at ${words} is no Redis: set host and port in REDIS_URL to those of your Redis.`);
}
