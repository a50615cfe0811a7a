import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { createLogger } from '../platform/log/logging.ts';
import { nextRootAt, openLedger } from './index.ts';
import { makeProbes, probe } from './probe.testing.ts';

/*
 * A process that signs without end, to be killed at any moment: checks the record as a start does, says `ready`, then writes events, roots and
 * heads by the day, and now and then changes the key. Every head it has stored it tells in one line: size and root.
 */

const [place, DATA_DIR] = [JSON.parse(process.argv[2]!) as DatabasePlace, process.argv[3]!];
const database = await openDatabase(place, createLogger('silent'));
await makeProbes(database.db);
const ledger = await openLedger({
  db: database.db,
  config: { DATA_DIR, SECRET_KEY: 'one secret of a signer that is killed', PUBLIC_HOST: 'localhost' } as never,
});
ledger.register(probe);
await ledger.check();
await database.transaction((tx) => ledger.beginLog(tx));
process.stdout.write('ready\n');

for (let turn = 1; ; turn += 1) {
  const root = nextRootAt((await ledger.lastRoot()) ?? new Date('2024-01-01T00:00:00Z'));
  await database.transaction(async (tx) => {
    const { seq } = await ledger.lock(tx);
    const event = { kind: 'probe', expert_id: `exp_${turn % 3}`, actor: 'exp_0', type: 'publish', payload: {}, ts: `${istDay(root)}T05:00:00.000Z` };
    await ledger.append(
      tx,
      seq,
      [1, 2, 3].map((n) => ({ ...event, call_id: `c${seq + n}` })),
    );
  });
  if (turn % 7 === 0) await database.transaction((tx) => ledger.rotateKey(tx));
  await database.transaction((tx) => ledger.root(tx, root));
  const [, size, hash] = (await ledger.checkpoint())!.split('\n');
  process.stdout.write(`${size} ${hash}\n`);
}
