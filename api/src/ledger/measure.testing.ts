import { randomInt } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createLogger } from '../platform/log/logging.ts';
import { databases, freshPlace, testConfig } from '../platform/testing.ts';
import { Auditor } from './audit/auditor.ts';
import { type Ledger, nextRootAt, openLedger } from './index.ts';
import { openKeyRing } from './key-ring.ts';
import { Kinds } from './kinds.ts';
import { makeProbes, probe } from './probe.testing.ts';
import { append } from './record.store.ts';
import { latestRoot } from './roots.store.ts';

/*
 * node api/src/ledger/measure.testing.ts --events 100000 [--audit]: a record of so many events, each signed, in a PostgreSQL at
 * TEST_DATABASE_URL, beside one of 1,000: how long a start reads and what memory that takes, what a proof costs, what a publication costs
 * with its receipt and without one, and with `--audit` how long the check while a server runs takes and what it does to those who ask
 * meanwhile. Prints JSON; `npm run bench -- --only record` says it in words.
 */

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    days: { type: 'string', default: '500' },
    proofs: { type: 'string', default: '300' },
    publications: { type: 'string', default: '200' },
    audit: { type: 'boolean', default: false },
  },
});
const EVENTS = Number(values.events);
const DAYS = Number(values.days);
const PER_CALL = 5;
const PROOFS = Number(values.proofs);
const PUBLICATIONS = Number(values.publications);
const silent = createLogger('silent');

async function recordOf(events: number) {
  const { place, remove } = await freshPlace('postgres');
  const database = await openDatabase(place, silent);
  await makeProbes(database.db);
  const config = testConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'vimarsh-measure-')) });
  const open = async (): Promise<Ledger> => {
    const ledger = await openLedger({ db: database.db, config });
    ledger.register(probe);
    return ledger;
  };
  const ledger = await open();
  let written = 0;
  let root = new Date('2024-01-01T00:00:00Z');
  while (written < events) {
    const day = Math.min(events - written, Math.ceil(events / DAYS));
    root = nextRootAt(root);
    await database.transaction(async (tx) => {
      const { seq } = await ledger.lock(tx);
      const event = (n: number) => {
        const call = Math.floor((seq + n) / PER_CALL);
        const type = (seq + n) % PER_CALL === 0 ? 'publish' : 'note';
        return {
          kind: 'probe',
          call_id: `c${call}`,
          expert_id: `exp_${call % 200}`,
          actor: 'exp_0',
          type,
          payload: { note: 'x'.repeat(300) },
          ts: `${istDay(root)}T05:00:00.000Z`,
        };
      };
      await ledger.append(
        tx,
        seq,
        Array.from({ length: day }, (_, n) => event(n)),
      );
      await ledger.root(tx, root);
    });
    written += day;
  }
  await database.pool.query('analyze call_events');
  return { database, config, ledger, open, close: () => database.close().then(remove), calls: Math.floor(events / PER_CALL) };
}

const percentile = (list: readonly number[], share: number): number => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)]!;
async function proofs(ledger: Ledger, calls: number, count: number, gap = 0): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = `c${randomInt(calls)}`;
    const began = performance.now();
    await ledger.prove(await ledger.eventsOf(id), null);
    times.push(performance.now() - began);
    if (gap) await wait(gap);
  }
  return times;
}

/**
 * Publishes by turns with a receipt, as the server does, its reading for the answer included, and in the same way without one, as records were
 * written before there were receipts. Only the record's part is timed: checks of a draft and the answer's way are the same in both.
 */
async function publications({ database, config, ledger }: Awaited<ReturnType<typeof recordOf>>): Promise<{ plain: number[]; receipt: number[] }> {
  const kinds = new Kinds();
  kinds.register(probe);
  const keys = await openKeyRing(database.db, config);
  const times = { plain: [] as number[], receipt: [] as number[] };
  const types = { kind: 'probe', expert_id: 'exp_1', actor: 'exp_1', type: 'publish', payload: { note: 'x'.repeat(300) } };
  for (let n = 0; n < 2 * PUBLICATIONS; n += 1) {
    const event = { ...types, call_id: `published_${n}`, ts: new Date().toISOString() };
    const way = n % 2 === 0 ? 'plain' : 'receipt';
    const began = performance.now();
    await database.transaction(async (tx) => {
      const { seq } = await ledger.lock(tx);
      if (way === 'receipt') return void (await ledger.append(tx, seq, [event]));
      await latestRoot(tx);
      await append(tx, kinds, keys.current, seq, [event]);
    });
    const events = await ledger.eventsOf(event.call_id);
    if (way === 'receipt') await ledger.receipts(events.slice(0, 1));
    times[way].push(performance.now() - began);
  }
  return times;
}

// It makes the database as well, on a server that has none for tests yet.
if (!(await databases()).includes('postgres')) throw new Error('No PostgreSQL answers at TEST_DATABASE_URL.');
const small = await recordOf(1000);
const large = await recordOf(EVENTS);
const result: Record<string, number> = { events: EVENTS };
try {
  const rounds: number[][] = [[], [], []];
  for (let round = 0; round < 5; round += 1) {
    rounds[0]!.push(percentile(await proofs(small.ledger, small.calls, PROOFS), 0.5));
    rounds[1]!.push(percentile(await proofs(large.ledger, large.calls, PROOFS), 0.5));
  }
  [result.proof_small_ms, result.proof_large_ms] = [percentile(rounds[0]!, 0.5), percentile(rounds[1]!, 0.5)];
  const before = process.memoryUsage().rss;
  let began = performance.now();
  await (await large.open()).check();
  result.start_s = (performance.now() - began) / 1000;
  result.start_mb = (process.memoryUsage().rss - before) / 1e6;
  if (values.audit) {
    // Of the small one: what is published without a receipt would be found missing.
    const published = await publications(small);
    [result.publish_plain_ms, result.publish_ms] = [percentile(published.plain, 0.5), percentile(published.receipt, 0.5)];
    const quiet = await proofs(large.ledger, large.calls, PROOFS, 10);
    const auditor = new Auditor(large.ledger, { onDifference: (what) => console.error(what), onError: (error) => console.error(error) });
    began = performance.now();
    let ended = false;
    const audited = auditor.audit().finally(() => {
      ended = true;
    });
    const busy: number[] = [];
    while (!ended) busy.push(...(await proofs(large.ledger, large.calls, 20, 10)));
    const holds = (await audited)?.holds;
    result.audit_holds = Number(holds);
    result.audit_s = (performance.now() - began) / 1000;
    [result.p99_quiet_ms, result.p99_busy_ms] = [percentile(quiet, 0.99), percentile(busy, 0.99)];
    result.rss_mb = process.memoryUsage().rss / 1e6;
  }
} finally {
  await small.close();
  await large.close();
}
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
