import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { BadSetting, type Config } from '../../config.ts';
import { DataUnusable } from '../database/data-lock.ts';
import { wordsOf } from '../text/error-words.ts';
import { findPostgres } from './find-postgres.ts';
import { findRedis } from './find-redis.ts';
import { tryFolder } from './make-folder.ts';

/** Checks early for faults that a start would otherwise meet only after making tables and prices. Throws within seconds, with one sentence that names the setting. */
export async function lookAhead(config: Pick<Config, 'PORT' | 'DATA_DIR' | 'DATABASE_URL' | 'REDIS_URL'>, log: Pick<Logger, 'warn'>): Promise<void> {
  await refuseTakenPort(config.PORT);
  try {
    tryFolder(config.DATA_DIR);
  } catch (error) {
    throw new DataUnusable(`The data folder ${config.DATA_DIR} can’t be used: ${wordsOf(error)}. Mend that, or set DATA_DIR to another folder.`);
  }
  await Promise.all([config.DATABASE_URL && findPostgres(config.DATABASE_URL, log), config.REDIS_URL && findRedis(config.REDIS_URL)]);
}

/** Takes the port for a moment. */
async function refuseTakenPort(port: number): Promise<void> {
  const server = createServer();
  try {
    server.listen({ port, host: '::' });
    await once(server, 'listening');
  } catch (error) {
    throw new BadSetting(portWords(error) ?? `PORT can’t be opened (${wordsOf(error)}). Set it to another.`);
  } finally {
    await new Promise((done) => server.close(done));
  }
}

/** Why a port could not be opened; null where something else failed: files and sockets have the same codes. */
export function portWords(error: unknown): string | null {
  const { code, port, syscall } = (error ?? {}) as { code?: unknown; port?: unknown; syscall?: unknown };
  if (syscall !== 'listen' && syscall !== 'bind') return null;
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what uses it, or set PORT to another.`;
  if (code === 'EACCES') return `This user may not open port ${port}. Set PORT to 1024 or more, or give the user that right.`;
  return null;
}
