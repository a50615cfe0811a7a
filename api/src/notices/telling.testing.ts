import type { DatabasePlace } from '../platform/database/database.types.ts';
import { createLogger } from '../platform/log/logging.ts';
import { createPlatform } from '../platform/platform.create.ts';
import { testConfig } from '../platform/testing.ts';
import { crowd, happening, people } from './crowd.testing.ts';
import { record } from './fanout.store.ts';
import { Fanout } from './fanout.ts';

/* Child of the kill test: tells what happened to a crowd, two at the same telling, until it is killed or everybody has been told. */

const { place, followers, events, directory } = JSON.parse(process.argv[2]!) as {
  place: DatabasePlace;
  followers: number;
  events: string[];
  directory: string;
};
try {
  const platform = await createPlatform(testConfig({ DATA_DIR: directory }), createLogger('silent'), { place });
  const identity = people(platform);
  const fanout = () => new Fanout({ platform, identity, sourceOf: () => crowd(followers), clock: () => new Date(), page: 10 });
  for (const [index, id] of events.entries()) await platform.transaction(async (tx) => void (await record(tx, happening(id), index, new Date())));
  process.send?.('telling');
  const tell = async (id: string): Promise<void> => {
    const one = fanout();
    while (!(await one.page(id)));
  };
  await Promise.all([...events, ...events].map(tell));
  await platform.close();
  process.send?.('told');
  process.disconnect?.();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
