import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../testing/free-port.testing.ts';

/** A Redis of the test's own: it is killed underway, which nobody who shares one would like. */
export interface OwnRedis {
  readonly port: number;
  readonly url: string;
  start(): Promise<void>;
  /** As a lost machine ends. */
  kill(): Promise<void>;
  /** The last of it. */
  remove(): void;
}

/** Started; null where this machine has no redis-server. */
export async function ownRedis(): Promise<OwnRedis | null> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-redis-'));
  let server: ChildProcess | null = null;
  const redis: OwnRedis = {
    port,
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const started = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await new Promise<void>((done, fail) => {
        started.once('error', fail);
        started.once('exit', () => fail(new Error('redis-server ended')));
        started.stdout.on('data', (chunk) => String(chunk).includes('Ready to accept connections') && done());
      });
      server = started;
    },
    async kill() {
      const killed = server!;
      server = null;
      const gone = once(killed, 'exit');
      killed.kill('SIGKILL');
      await gone;
    },
    remove() {
      server?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await redis.start();
    return redis;
  } catch {
    redis.remove();
    return null;
  }
}
