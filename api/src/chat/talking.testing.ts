import { flushCompileCache } from 'node:module';
import { openSite } from '../identity/site.testing.ts';
import { createNotices } from '../notices/index.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import type { Platform } from '../platform/platform.ts';
import { callsOf } from './chat.testing.ts';
import { createChat } from './create-chat.ts';

/*
 * Child of tests that kill: a server with chats on a port. Nobody is too fast for it. It answers `look` once it has looked for what its pages miss,
 * which it does by itself twice a minute.
 */

const {
  place,
  directory,
  port,
  settings = {},
  dies,
} = JSON.parse(process.argv[2]!) as {
  place: DatabasePlace;
  directory: string;
  port: number;
  settings?: Record<string, string>;
  /** The server kills itself once a file is in its table: before the commit, or after it and before the answer. */
  dies?: 'before' | 'after';
};
const dieWith = (done: unknown): void => {
  if ((done as { row?: { file?: object } } | null)?.row?.file) process.kill(process.pid, 'SIGKILL');
};
try {
  const site = await openSite('pglite', () => {}, { place, settings: { DATA_DIR: directory, ...settings } });
  const unlimited = { take: async () => undefined, takeFrom: async () => undefined };
  const transaction: Platform['transaction'] = async (work) => {
    const done = await site.platform.transaction(async (tx) => {
      const inner = await work(tx);
      if (dies === 'before') dieWith(inner);
      return inner;
    });
    if (dies === 'after') dieWith(done);
    return done;
  };
  createChat(
    { ...site.platform, limits: unlimited, transaction },
    { identity: site.identity, notices: createNotices(site.platform, { identity: site.identity }), calls: callsOf(), market: { instruments: () => [] } },
  );
  await site.platform.start();
  await site.platform.listen(port);
  process.on('message', () => void site.platform.realtime.look().then(() => process.send?.('looked')));
  process.on('disconnect', () => process.exit(0));
  process.send?.('serving');
  // The next start reads what this one compiled.
  flushCompileCache();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
