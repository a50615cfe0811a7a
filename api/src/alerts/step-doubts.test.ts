import type { LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { sessionOf, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bar } from '../market/index.ts';
import type { AlertFigures, AlertMarket } from './figures.ts';
import { judgeAlerts } from './judge.ts';
import { LevelIndex, type WatchedAlert } from './level-index.ts';
import { StepDoubts } from './step-doubts.ts';

/* A share closes at ₹800 on Monday and opens at ₹400 on Tuesday. */
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY] = tradingDays('2026-11-16', '2026-11-19') as [string, string, string, string];
const STEP: NotJudgeable = { cause: 'price_step', day: TUESDAY, before: 800, opened: 400 };
const MISSING: NotJudgeable = { cause: 'missing_day', day: MONDAY, before: null, opened: null };

/** The state of Tuesday's step: nobody knows, or a split of two was filed, or a list says that there was nothing. */
type Known = 'step' | 'split' | 'nothing';
const PRICES: Readonly<Record<string, number>> = { [MONDAY]: 800, [TUESDAY]: 400, [WEDNESDAY]: 410, [THURSDAY]: 440 };

class Share {
  known: Known = 'step';
  readonly days = new Set<string>([MONDAY]);
  readonly market = {
    source: { invented: false },
    instrument: () => ({}),
    doubts: (_symbol: string, day: string): NotJudgeable[] => {
      // The price steps into the first day after Monday that is on file.
      const steps = this.known === 'step' && day === [...this.days].toSorted()[1];
      return [MISSING, ...(steps ? [{ ...STEP, day, opened: PRICES[day]! }] : [])];
    },
    stepOn: (symbol: string, day: string): NotJudgeable | null => this.market.doubts(symbol, day).find(({ cause }) => cause === STEP.cause) ?? null,
    bars: async (_symbol: string, from: Date, to: Date) =>
      [...this.days].toSorted().flatMap((day): Bar[] => {
        const { open, end } = sessionOf(day, false)!;
        const price = PRICES[day]!;
        return end > from && end <= to ? [{ start: open, end, o: price, h: price, l: price, c: price, resolution: 'day' }] : [];
      }),
  };
  readonly doubts = new StepDoubts(this.market as unknown as AlertMarket);

  readonly #alerts: readonly WatchedAlert[];

  constructor(alerts: readonly WatchedAlert[]) {
    this.#alerts = alerts;
  }

  get shares(): number {
    return this.known === 'split' ? 2 : 1;
  }

  /** Alerts that fire from Tuesday on, up to the end of a day, with the price at which they do. */
  async fires(to: string): Promise<{ id: string; text: string }[]> {
    const index = new LevelIndex();
    for (const alert of this.#alerts) index.put({ ...alert, shares: alert.levelDay < TUESDAY ? this.shares : 1 });
    const base = 800 / this.shares;
    const figures = { percent: async (_symbol: string, day: string, price: number) => (day === TUESDAY ? (100 * (price - base)) / base : 0) };
    const parts = { market: this.market as unknown as AlertMarket, figures: figures as unknown as AlertFigures, doubts: this.doubts };
    const outcomes = await judgeAlerts(index, parts, sessionOf(TUESDAY, false)!.preopen, sessionOf(to, false)!.end);
    return outcomes.map(({ what, alert: { id }, figure }) => ({ id, text: `${id} ${what} ${figure}` }));
  }
}

const alert = (id: string, condition: Partial<LevelCondition>, change: Partial<WatchedAlert> = {}): WatchedAlert => ({
  ...{ id, condition: { kind: 'price', symbol: 'TCS', side: 'below', value: 700, ...condition } as LevelCondition, repeats: false, armed: true },
  ...{ since: 0, levelDay: MONDAY, shares: 1 },
  ...change,
});
const BELOW = alert('below', {});
const ABOVE = alert('above', { side: 'above', value: 860 });
const AFTER = alert('after', { side: 'above', value: 405 }, { levelDay: TUESDAY, since: sessionOf(TUESDAY, false)!.end.getTime() });
const FALL = alert('fall', { kind: 'percent', value: 5 });
const BACK = alert('back', { side: 'above', value: 790 }, { repeats: true, armed: false });

test.each<[known: Known, to: string, fired: string[]]>([
  // Only a level that was set on the prices of after the step is reached by them.
  ['step', TUESDAY, []],
  ['step', THURSDAY, ['after fired 410']],
  // 860 / 2 = 430; 700 / 2 = 350 is not reached.
  ['split', TUESDAY, []],
  ['split', THURSDAY, ['after fired 410', 'above fired 440']],
  ['nothing', TUESDAY, ['back back 400', 'below fired 400', 'fall fired -50']],
  ['nothing', THURSDAY, ['back back 400', 'below fired 400', 'fall fired -50', 'after fired 410']],
])('%s, up to %s: %j', async (known, to, fired) => {
  const share = new Share([BELOW, ABOVE, AFTER, FALL, ...(known === 'split' ? [] : [BACK])]);
  for (const day of [TUESDAY, WEDNESDAY, THURSDAY]) share.days.add(day);
  share.known = known;
  expect((await share.fires(to)).map(({ text }) => text)).toEqual(fired);
});

test('the step that an alert waits for, with both prices: one on a price until it is explained, one on a move on its day', () => {
  const { doubts, days } = new Share([]);
  for (const day of [TUESDAY, WEDNESDAY]) days.add(day);
  const of = ({ condition, levelDay }: WatchedAlert, day: string) => doubts.of(condition, levelDay, day);
  expect([of(BELOW, MONDAY), of(BELOW, TUESDAY), of(BELOW, THURSDAY)]).toEqual([null, STEP, STEP]);
  expect([of(AFTER, TUESDAY), of(AFTER, THURSDAY)]).toEqual([null, null]);
  expect([of(FALL, TUESDAY), of(FALL, WEDNESDAY)]).toEqual([STEP, null]);
});

test('in whatever order prices and the word on the step come, none fires before the word, and then only by prices on its own shares', async () => {
  const orders = fc.shuffledSubarray([TUESDAY, WEDNESDAY, THURSDAY, 'word'], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(orders, fc.constantFrom<Known>('split', 'nothing'), async (order, word) => {
      const share = new Share([BELOW, ABOVE]);
      const fired = new Map<string, string>();
      for (const arrival of order) {
        if (arrival === 'word') share.known = word;
        else share.days.add(arrival);
        share.doubts.forget();
        for (const { id, text } of await share.fires(THURSDAY)) fired.set(id, fired.get(id) ?? text);
        if (share.known === 'step') expect([...fired]).toEqual([]);
      }
      if (order.length < 4) return;
      // 860 / 2 = 430, which Thursday's 440 reaches; 700 is reached by whichever price is seen first.
      if (word === 'split') expect([...fired.values()]).toEqual(['above fired 440']);
      else expect([...fired.keys()]).toEqual(['below']);
    }),
    { numRuns: 60 },
  );
});
