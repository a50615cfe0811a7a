import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootInstant } from '@vimarsh/shared/domain/calls/ledger.ts';
import { istInstant, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { afterAll, expect, test } from 'vitest';
import { draftOf, openStage, type Stage } from '../calls/testing.ts';
import { createProofs } from '../evidence/index.ts';
import { type StagedDemo, stageDemo } from '../market/staged-demo.testing.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { python } from '../platform/testing/python.testing.ts';
import { featureDatabase, freshPlace, type TestDatabase } from '../platform/testing.ts';

const VERIFIER = fileURLToPath(new URL('../../../e2e/record/verify.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vimarsh-always-open-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MONDAY = '2026-11-30';
/** Saturday, 22:40 IST. */
let wall = istInstant('2026-11-28', '22:40').getTime();

interface Opened extends StagedDemo {
  readonly stage: Stage;
  /** Lets wall time pass, a beat a second. */
  pass(seconds: number): Promise<void>;
}

/** A server of the demo on its own time, with the beat of the real one. */
async function openDemo(database: TestDatabase, place: DatabasePlace): Promise<Opened> {
  let parts!: StagedDemo;
  let stage!: Stage;
  stage = await openStage({
    ...{ database, place, authorRecords: true, start: '' },
    market: async (platform) => {
      parts = await stageDemo(platform, () => wall);
      return parts.staged;
    },
    compose: (platform, { calls, identity, ledger, market }) =>
      createProofs(platform, {
        ...{ calls, identity, ledger, market },
        performance: { followerOf: (call) => stage.performance.followerOf(call), figuresOf: (...of) => stage.performance.figuresOf(...of) },
      }),
  });
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      wall += 1000;
      await parts.beat();
    }
  };
  return { ...parts, stage, pass };
}

/** A share that falls by 1.2 % or more within three hours of Monday, 10:00, and does not rise by 2 % before. */
async function falling({ stage, barsOf }: Opened): Promise<string> {
  const session = sessionOf(MONDAY, true)!;
  const [from, to] = [istInstant(MONDAY, '10:01'), istInstant(MONDAY, '13:00')];
  for (const listing of stage.market.instruments()) {
    if (listing.kind !== 'equity' || listing.status !== 'active') continue;
    const bars = await barsOf(listing, from, to);
    const entry = bars[0]?.o ?? 0;
    const down = bars.findIndex(({ l }) => l <= entry * 0.988);
    const up = bars.findIndex(({ h }) => h >= entry * 1.02);
    if (down > 900 && (up === -1 || down < up)) return listing.symbol;
  }
  throw new Error(`No share falls on ${session.day}`);
}

async function publish({ stage }: Opened, stock: string, cid: string): Promise<{ id: string; published_at: string }> {
  const { ltp } = stage.market.quote(stock)!;
  const { tick } = stage.market.instrument(stock)!;
  const at = (pct: number): number => snapToTick(ltp * (1 + pct / 100), tick);
  const draft = draftOf({ stock, entry_low: ltp, entry_high: ltp, target: at(4), stop_loss: at(-1), valid_till: '2026-12-11' });
  const { data, validation, problems } = await stage.post('exp_01', '/reco/v1/calls', { cid, draft });
  expect([validation, problems ?? []]).toEqual(['', []]);
  return data;
}

/** A stranger's program, over the file that anybody who may read the call downloads. */
async function verified({ stage }: Opened, id: string): Promise<string> {
  const { data, validation } = await stage.get('usr_pro', `/reco/v1/calls/${id}/file`);
  expect(validation).toBe('');
  const path = join(folder, `${id}.zip`);
  writeFileSync(path, Buffer.from(data.zip, 'base64'));
  const { public_key } = await stage.ledger.file();
  return new Promise((resolve) =>
    execFile(python(), [VERIFIER, path, '--key', public_key], { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve(`${stdout}${error ? stderr : ''}`.trim()),
    ),
  );
}

const eventsIn = async ({ stage }: Opened) => stage.db.selectFrom('call_events').select(['seq', 'type', 'ts', 'call_id']).orderBy('seq').execute();

for (const database of (await featureDatabase()).slice(0, 1)) {
  test(`${database}: on a Saturday night prices move, and a call is published, filled, stopped, rooted and checked within five minutes, over holds, speeds, jumps and a kill`, async () => {
    const { place, remove } = await freshPlace(database);
    const began = wall;
    let demo = await openDemo(database, place);
    try {
      expect(demo.stage.market.clock()).toMatchObject({ phase: 'continuous', trading_date: MONDAY, demo: { held: false, by: null } });
      expect(demo.stage.market.now()).toEqual(istInstant(MONDAY, '10:00'));
      const stock = await falling(demo);
      const before = demo.stage.market.quote(stock)!;
      await demo.pass(5);
      expect(demo.stage.market.quote(stock)!.ts > before.ts, 'prices move').toBe(true);

      await demo.time.change({ action: 'hold' }, 'Meera Iyer');
      const { id, published_at } = await publish(demo, stock, 'saturday');
      expect(published_at.slice(0, 10)).toBe(MONDAY);
      await demo.pass(5);
      expect(demo.stage.market.now().toISOString(), 'it is held').toBe(published_at);
      await demo.time.change({ action: 'run', speed: 60 }, 'Meera Iyer');
      await demo.pass(200);
      const read = async () => (await demo.stage.get('exp_01', `/reco/v1/calls/${id}`)).data;
      expect(await read()).toMatchObject({ status: 'sl_hit', entry_fill: expect.anything(), exit: expect.anything() });

      // On the way to the next day the root of Monday is signed.
      await demo.time.change({ action: 'next_session' }, 'Meera Iyer');
      await demo.time.change({ action: 'run', speed: 1 }, 'Meera Iyer');
      await demo.pass(12);
      const roots = (await demo.stage.ledger.file()).roots;
      expect(roots.map(({ trading_date }) => trading_date)).toEqual([MONDAY]);
      expect(roots[0]!.published_at).toBe(new Date(rootInstant(MONDAY)).toISOString());
      expect((wall - began) / 60_000).toBeLessThan(5);
      expect(await verified(demo, id)).toMatch(/^1 calls hold, under a head of \d+ events$/);

      // Killed: its end is never told to the database, which goes on from the mark.
      const shown = demo.stage.market.now();
      const killed = demo;
      demo = await openDemo(database, place);
      expect(demo.stage.market.now().getTime()).toBeGreaterThanOrEqual(shown.getTime());
      await killed.stage.end();
      const again = await publish(demo, stock, 'after-the-kill');
      for (let session = 0; session < 3; session++) {
        await demo.time.change({ action: 'next_session' }, 'Meera Iyer');
        await demo.pass(12);
      }
      await demo.stage.post('exp_01', `/reco/v1/calls/${again.id}/exit`, { cid: 'out', reason: 'Capital is better used elsewhere.' });
      await demo.time.change({ action: 'next_session' }, 'Meera Iyer');
      await demo.pass(14);
      expect(await verified(demo, again.id)).toMatch(/^1 calls hold, under a head of \d+ events$/);

      const dates = (await demo.stage.ledger.file()).roots.map(({ trading_date }) => trading_date);
      expect(dates, 'no root twice').toEqual([...new Set(dates)].toSorted());
      const events = await eventsIn(demo);
      const isOrdered = events.every(({ ts }, at) => at === 0 || ts >= events[at - 1]!.ts);
      expect(isOrdered, events.map(({ type, ts }) => `${type} ${ts.toISOString()}`).join('\n')).toBe(true);
    } finally {
      await demo.stage.end();
      await remove();
    }
  }, 240_000);
}
