import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import { LiveWorld } from '../market/live/live-world.testing.ts';
import type { AlertFigures, AlertMarket } from './figures.ts';
import { judgeAlerts } from './judge.ts';
import { LevelIndex } from './level-index.ts';
import { StepDoubts } from './step-doubts.ts';

const DAY = '2026-11-20';
const ITC = { symbol: 'ITC', tradedAs: 'ITC', isin: '', fno: true };
/** UTC; the session is from 03:45 to 09:45, and ends with its auction at 10:05. */
const at = (time: string): Date => new Date(`${DAY}T${time}Z`);

test('a day that a list puts in doubt while it runs fires nothing from then on; what fired before has fired; the word on it lets the others go on', async () => {
  const world = await LiveWorld.open(at('03:00:00'), [ITC]);
  world.importDay({ ITC: { day: '2026-11-19', o: 800, h: 805, l: 795, c: 800, v: 1, prev_close: 800 } });
  const market = world.market((error) => expect.unreachable(String(error)));
  const doubts = new StepDoubts(market);
  const parts = { market: market as unknown as AlertMarket, figures: {} as AlertFigures, doubts };
  const waiting = new Set([780, 750]);
  const fired: string[] = [];
  let judged = world.now;
  market.onRevised((from) => {
    doubts.forget();
    if (from < judged) judged = new Date(from.getTime() - 1);
  });
  const [open, low] = [790, { value: 790 }];
  const to = async (now: Date, price?: number): Promise<void> => {
    world.now = now;
    low.value = Math.min(low.value, price ?? low.value);
    const told = { volume: now.getTime() % 1e9, day: { open, high: open, low: low.value }, previousClose: null, depth: null };
    world.line.send(price === undefined ? [] : [{ symbol: 'ITC', price, ...told, at: now.getTime(), arrived: now.getTime() }]);
    await market.beat();
    const index = new LevelIndex();
    for (const value of waiting) {
      const rest = { repeats: false, armed: true, since: 0, levelDay: '2026-11-19', shares: market.factor('ITC', '2026-11-19', istDay(now)) };
      index.put({ id: String(value), condition: { kind: 'price', symbol: 'ITC', side: 'below', value }, ...rest });
    }
    for (const { alert, figure } of await judgeAlerts(index, parts, judged, market.reached())) {
      waiting.delete(Number(alert.id));
      fired.push(`${alert.id} at ${figure}`);
    }
    judged = market.reached();
  };
  const play = async (from: string, until: string, price: number): Promise<void> => {
    for (let time = at(from).getTime(); time < at(until).getTime(); time += 60_000) await to(new Date(time), price);
  };
  const list = (purpose: string): void => {
    world.actions.splice(0, 1, { symbol: 'ITC', day: DAY, purpose });
    world.imported();
  };
  const step = () => doubts.of({ kind: 'price', symbol: 'ITC', side: 'below', value: 750 }, '2026-11-19', DAY);

  await to(at('03:44:59'));
  await play('03:45:00', '03:48:00', open);
  await play('03:48:00', '03:52:00', 770);
  expect([fired, step()]).toEqual([['780 at 770'], null]);
  list('Bonus 1:1');
  await play('03:52:00', '04:00:00', 740);
  expect(step()).toEqual({ cause: 'price_step', day: DAY, before: 800, opened: 790 });
  for (const instant of ['09:45:10', '10:15:10', '10:15:20', '10:15:30']) {
    await new Promise(setImmediate);
    await to(at(instant));
  }
  expect(fired).toEqual(['780 at 770']);
  list('Bonus 1:1 (Cancelled)');
  for (const instant of ['11:00:00', '11:01:00', '11:02:00']) await to(at(instant));
  expect([fired, step()]).toEqual([['780 at 770', '750 at 740'], null]);
});
