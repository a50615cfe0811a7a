import { expect, test } from 'vitest';
import { LiveWorld } from './live-world.testing.ts';

const DAY = '2026-11-20';
const ITC = { symbol: 'ITC', tradedAs: 'ITC', isin: '', fno: true };
/** UTC; the session is from 03:45 on, the closing price is final at 10:05. */
const at = (time: string, day = DAY): Date => new Date(`${day}T${time}Z`);
const STEP = { cause: 'price_step', day: DAY, before: 800, opened: 400 } as const;

async function begun() {
  const world = await LiveWorld.open(at('03:00:00'), [ITC]);
  world.importDay({ ITC: { day: '2026-11-19', o: 800, h: 805, l: 795, c: 800, v: 1, prev_close: 800 } });
  const market = world.market((error) => expect.unreachable(String(error)));
  let ticks = 0;
  const to = async (now: Date, price?: number): Promise<void> => {
    world.now = now;
    ticks += 1;
    const tick = { symbol: 'ITC', volume: ticks, day: null, previousClose: null, depth: null, at: now.getTime(), arrived: now.getTime() };
    world.line.send(price === undefined ? [] : [{ ...tick, price }]);
    await market.beat();
  };
  return { world, market, to };
}

test('a price that stepped at the open for no reason on file is no change: it is unknown, with the step, and nothing is published on it', async () => {
  const { market, to } = await begun();
  await to(at('03:44:59'));
  expect(market.doubtNow('ITC')).toBeNull();
  for (const second of ['01', '02', '03', '04', '05']) await to(at(`03:45:${second}`), 400);
  expect(market.quote('ITC')).toMatchObject({ ltp: 400, change: null, change_pct: null, step: { day: DAY, before: 800, opened: 400 } });
  expect(market.stepOn('ITC', DAY)).toEqual(STEP);
  expect(market.doubtNow('ITC')).toEqual(STEP);
});

test('it is a change again once a list explains it', async () => {
  const { world, market, to } = await begun();
  await to(at('03:44:59'));
  for (const second of ['01', '02', '03', '04', '05']) await to(at(`03:45:${second}`), 401);
  world.actions.push({ symbol: 'ITC', day: DAY, purpose: 'Bonus 1:1' });
  world.imported();
  for (const second of ['06', '16', '26']) await to(at(`03:46:${second}`), 401);
  expect(market.quote('ITC')).toMatchObject({ ltp: 401, change: 1, change_pct: 0.25, step: null });
  expect(market.doubtNow('ITC')).toBeNull();
});

test('on an ex-date nothing is published before the first price of the day, which the last one does not stand for', async () => {
  const { world, market, to } = await begun();
  world.actions.push({ symbol: 'ITC', day: DAY, purpose: 'Bonus 1:1' });
  world.imported();
  await to(at('03:31:00'));
  await to(at('03:45:30'));
  expect(market.doubtNow('ITC')).toMatchObject({ cause: 'price_step', day: DAY, opened: null });
});
