import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import { sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { udiffFile } from '../market/files/sample-files.testing.ts';
import { KiteStandIn } from '../market/live/kite/stand-in.testing.ts';
import { stageLive, stageRunning } from '../market/live/stage-live.testing.ts';
import { UpstoxStandIn } from '../market/live/upstox/stand-in.testing.ts';
import { WalkedDay } from '../market/live/walked-day.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { draftOf, openStage, type Stage, stagedExpert } from './testing.ts';

/*
 * A day that came in by the second and the file of the same day: calls are published before the open, entered, ended and told to a follower by
 * each, and have to agree wherever a file can tell. Here a few shares with prices each half minute; all of them at ten times the speed of a day
 * over a stand-in of Kite or Upstox by `npm run lab -- live-day`.
 */
const IS_WHOLE = process.env.LIVE_DAY === 'whole';
const SEED = Number(process.env.LIVE_DAY_SEED ?? 20_261_120);
const DAY = '2026-11-20';
const BEFORE = ['2026-11-17', '2026-11-18', '2026-11-19'];
const { preopen, open, close } = sessionOf(DAY, false)!;
const END = new Date(Math.max(sessionOf(DAY, true)!.end.getTime(), sessionOf(DAY, false)!.end.getTime()));
/** 08:00 IST: the market is closed, and what is published is for the open. */
const MORNING = new Date(`${DAY}T02:30:00.000Z`);
/** Each with a few calls, as nobody publishes thirty in a minute: one for rises and one for falls by turns. */
const authors = Array.from({ length: IS_WHOLE ? 20 : 2 }, (_, at) => stagedExpert(at + 10));
const AUTHORS = authors.map(({ user_id }) => user_id);
/** Shares on which calls are published. */
const MOST_PUBLISHED = 65;
const LIMITS = { minSessions: 2, perSector: 1000, perDay: 1000, open: 1000 };

interface Ended {
  readonly key: string;
  readonly status: string;
  readonly entry: number | null;
  readonly exit: number | null;
  readonly reason: string;
  /** Its status as a follower reads it. */
  readonly followed: string;
}

const database = (await featureDatabase())[0]!;
let folder: string;
const fileOf = (day: string): string => join(folder, `BhavCopy_NSE_CM_0_0_0_${day.replaceAll('-', '')}_F_0000.csv`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vimarsh-live-day-'));
});
afterAll(() => rm(folder, { recursive: true }));

const say = (words: string): void => {
  if (IS_WHOLE) console.log(`${new Date().toISOString().slice(11, 19)} ${words}`);
};

/** A call of each author on a share, on opposite sides, with targets and stops near or far by its place. */
function draftsOn(stage: Stage, symbol: string, place: number): { author: string; draft: CallDraft }[] {
  const price = stage.market.quote(symbol)!.ltp;
  const tick = stage.market.instrument(symbol)!.tick;
  const rounded = (value: number): number => Number((Math.round(value / tick) * tick).toFixed(2));
  const [target, stop] = [
    [2.2, 1.5],
    [3, 2],
    [5, 3],
    [8, 5],
  ][place % 4]!;
  const first = 2 * (place % (AUTHORS.length / 2));
  return AUTHORS.slice(first, first + 2).map((author, at) => {
    const sign = at === 0 ? 1 : -1;
    const level = (percent: number): number => rounded(price * (1 + (sign * percent) / 100));
    const draft = { call_type: sign === 1 ? 'Buy' : 'Sell', entry_low: price, entry_high: price, target: level(target!), stop_loss: level(-stop!) } as const;
    return { author, draft: draftOf({ stock: symbol, valid_till: '2026-12-04', ...draft }) };
  });
}

/** Publishes until the session begins; what the rules refuse is left out by both. */
async function publish(stage: Stage, symbols: readonly string[], ids: Map<string, string>): Promise<void> {
  for (const author of AUTHORS) expect((await stage.post('usr_premium', '/reco/v1/follow', { user_id: author, on: true })).status).toBe(true);
  for (const [place, symbol] of symbols.slice(0, MOST_PUBLISHED).entries()) {
    for (const { author, draft } of stage.market.quote(symbol) ? draftsOn(stage, symbol, place) : []) {
      if (stage.market.now().getTime() > preopen.getTime() - 30_000) return;
      const key = `${author} ${symbol}`;
      const answer = await stage.post(author, '/reco/v1/calls', { cid: key.replace(/\W/g, '-'), draft });
      if (answer.status) ids.set(key, answer.data.id);
      else console.log(`${key}: ${answer.text.slice(0, 300)}`);
    }
  }
}

async function outcomes(stage: Stage, ids: ReadonlyMap<string, string>): Promise<Map<string, Ended>> {
  // A follower is told by a job beside the market, of several calls in one message.
  await vi.waitFor(() => expect(new Set(stage.notices.map(({ kind }) => kind))).toEqual(new Set(['new_calls', 'ended_calls'])), 30_000);
  const found = new Map<string, Ended>();
  for (const [key, id] of ids) {
    const { data } = await stage.get(key.split(' ')[0]!, `/reco/v1/calls/${id}`);
    const followed = await stage.get('usr_premium', `/reco/v1/calls/${id}`);
    const read = { status: data.status, entry: data.entry_fill?.price ?? null, exit: data.exit?.price ?? null, reason: data.exit?.reason ?? '' };
    found.set(key, { key, ...read, followed: followed.data?.status ?? '' });
  }
  return found;
}

/** By seconds, as fast as the machine can: half an hour of the day is missed and comes by history. */
async function bySeconds(day: WalkedDay, files: readonly string[]): Promise<Map<string, Ended>> {
  let staged!: Awaited<ReturnType<typeof stageLive>>;
  const stage = await openStage({
    ...{ database, authors, start: MORNING.toISOString(), limits: LIMITS, settings: { MARKET_FEED: 'files' } },
    market: async (platform) => {
      staged = await stageLive(platform, MORNING, files, day);
      return staged;
    },
  });
  try {
    const ids = new Map<string, string>();
    await publish(stage, day.symbols, ids);
    const line = staged.line();
    for (let now = open.getTime(); now < END.getTime() + 60_000; now += 30_000) {
      const minute = (now - open.getTime()) / 60_000;
      if (minute === 150) line.say('lost');
      if (minute === 180) line.say('open');
      const ticks = day.at(now).map(({ symbol, price, volume, open: o, high, low, close: previousClose, at }) => ({
        ...{ symbol, price, volume: volume!, day: { open: o!, high: high!, low: low! }, previousClose: previousClose!, depth: null, at: at! * 1000 },
        arrived: now,
      }));
      for (const symbol of day.symbols) line.past.set(symbol, day.minutes(symbol));
      // Prices that are sent at an instant are of that instant.
      await staged.goTo(new Date(now));
      if (minute < 150 || minute >= 180) line.send(ticks);
    }
    for (let beats = 1; beats < 400 && stage.market.complete(null).until < close; beats++) {
      await staged.goTo(new Date(END.getTime() + 60_000 + beats * 1000));
      await pause(5);
    }
    for (let beats = 1; beats < 4; beats++) await staged.goTo(new Date(END.getTime() + 600_000 + beats * 1000));
    return await settled(stage, day, ids);
  } finally {
    await stage.end();
  }
}

/** Over the whole stand-in, at ten times the speed of a day. */
async function byRunningServer(day: WalkedDay, files: readonly string[]): Promise<Map<string, Ended>> {
  const isUpstox = process.env.LIVE_DAY_BROKER === 'upstox';
  const broker = await (isUpstox ? Object.assign(new UpstoxStandIn(day.symbols), { day: DAY }) : new KiteStandIn(day.symbols)).start(200);
  let staged!: Awaited<ReturnType<typeof stageRunning>>;
  const stage = await openStage({
    ...{ database, authors, start: MORNING.toISOString(), limits: LIMITS },
    settings: { ...broker.settings(), MARKET_NOW: MORNING.toISOString(), MARKET_SPEED: process.env.LIVE_DAY_SPEED ?? '10' },
    market: async (platform) => {
      staged = await stageRunning(platform, files);
      return staged;
    },
  });
  try {
    const { market } = stage;
    if (broker instanceof UpstoxStandIn) broker.clock = () => market.now().getTime();
    const ids = new Map<string, string>();
    await publish(stage, day.symbols, ids);
    staged.begin();
    say(`${ids.size} calls published; ${broker.subscribed.size} instruments subscribed to`);
    let told = 0;
    let lag = 0;
    for (let last = performance.now(); market.now().getTime() < END.getTime() + 120_000; ) {
      await pause(100);
      lag = Math.max(lag, performance.now() - last - 100);
      last = performance.now();
      const now = market.now().getTime();
      const ticks = day.at(now);
      if (ticks.length > 0) broker.send(ticks);
      for (const { symbol } of ticks)
        broker.history(
          symbol,
          day.minutes(symbol).map(({ start, open: o, high: h, low: l, close: c, volume: v }) => ({ start: new Date(start), o, h, l, c, v })),
        );
      if (performance.now() - told < 60_000) continue;
      told = performance.now();
      const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
      const { until, because } = market.complete(null);
      const mb = (bytes: number): number => Math.round(bytes / 1e6);
      say(
        `${market.now().toISOString().slice(11, 19)} of the day, ${mb(rss)} MB resident, ${mb(heapUsed)} MB heap, ${mb(external)} + ${mb(arrayBuffers)} MB outside; known until ${until.toISOString().slice(11, 19)} ${because ?? ''}; longest wait ${Math.round(lag)} ms`,
      );
      lag = 0;
    }
    for (let looks = 0; looks < 3000 && market.complete(null).until < close; looks++) await pause(200);
    say(`Whole at ${market.now().toISOString()}: ${JSON.stringify(market.complete(null))}`);
    await pause(5000);
    return await settled(stage, day, ids);
  } finally {
    await stage.end();
    await broker.close();
  }
}

/** Outcomes, once the day's own file has come, too: it says the same. */
async function settled(stage: Stage, day: WalkedDay, ids: ReadonlyMap<string, string>): Promise<Map<string, Ended>> {
  const found = await outcomes(stage, ids);
  await writeFile(fileOf(DAY), udiffFile(DAY, day.rows()));
  const { files } = await stage.take([fileOf(DAY)]);
  expect(files).toMatchObject([{ day: DAY }]);
  const differing = await sql<{ count: string }>`select count(*) as count from market_live_differences`.execute(stage.db);
  say(`${differing.rows[0]!.count} prices of the day that the file has otherwise`);
  const { rows } = await sql<{ count: string }>`select count(*) as count from market_live_cover`.execute(stage.db);
  say(`${rows[0]!.count} stretches of whole connection`);
  return found;
}

/** By the day's file, with the same calls. */
async function byFile(day: WalkedDay, files: readonly string[], published: ReadonlySet<string>): Promise<Map<string, Ended>> {
  const stage = await openStage({
    ...{ database, authors, start: MORNING.toISOString(), limits: LIMITS, settings: { MARKET_FEED: 'files' } },
    files,
  });
  try {
    const ids = new Map<string, string>();
    await publish(stage, day.symbols, ids);
    for (const key of [...ids.keys()]) if (!published.has(key)) ids.delete(key);
    await stage.goTo(new Date(END.getTime() + 3_600_000).toISOString());
    await stage.take([fileOf(DAY)]);
    for (const minutes of [62, 64]) await stage.goTo(new Date(END.getTime() + minutes * 60_000).toISOString());
    return await outcomes(stage, ids);
  } finally {
    await stage.end();
  }
}

test('a day by seconds and the same day by its file: published, entered, ended and told alike', { timeout: IS_WHOLE ? 4_000_000 : 180_000 }, async () => {
  const day = new WalkedDay(DAY, SEED, IS_WHOLE ? 245 : 10);
  for (const before of BEFORE) await writeFile(fileOf(before), udiffFile(before, day.rowsBefore()));
  const list = join(folder, 'EQUITY_L.csv');
  await writeFile(list, day.list());
  const files = IS_WHOLE ? [list, ...BEFORE.map(fileOf)] : BEFORE.map(fileOf);
  const live = await (IS_WHOLE ? byRunningServer : bySeconds)(day, files);
  const file = await byFile(day, files, new Set(live.keys()));
  expect([...file.keys()]).toEqual([...live.keys()]);
  const counted = { calls: live.size, entered: 0, ended: 0, open: 0, both: 0, followed: 0 };
  const others: unknown[] = [];
  for (const [key, one] of live) {
    const other = file.get(key)!;
    if (one.followed === one.status && other.followed === other.status) counted.followed++;
    if (one.entry !== null) counted.entered++;
    if (other.reason.includes('within one price bar')) {
      // A file can't tell which level was first and takes the loss; seconds saw it.
      counted.both++;
      if (!['target_hit', 'sl_hit'].includes(one.status)) others.push([one, other]);
      continue;
    }
    counted[one.exit === null ? 'open' : 'ended']++;
    // A minute that came by history may open beyond a level, which a day's range does not tell: by a step of the walk.
    const near = Math.abs((one.exit ?? 0) - (other.exit ?? 0)) <= 0.004 * (one.exit ?? 0);
    if (one.status !== other.status || one.entry !== other.entry || !near) others.push([one, other]);
  }
  say(JSON.stringify(counted));
  expect(others).toEqual([]);
  expect(counted.calls).toBeGreaterThan(IS_WHOLE ? 100 : 15);
  expect(counted.ended).toBeGreaterThan(counted.calls / 4);
  expect(counted.entered).toBe(counted.calls);
  expect(counted.followed).toBe(counted.calls);
});
