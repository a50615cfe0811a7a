import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { applyOptionEvent, type OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { istDay, sessionOf, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeOptions, type OptionPrices } from './judge.ts';

const PUBLISHED = '2026-05-04T12:00:00.000Z';
const DAYS = tradingDays('2026-05-05', '2026-05-14');
const eveningOf = (day: string): Date => new Date(`${day}T12:00:00.000Z`);

/** An option call on a share whose days open at steps that nothing explains, or have an action and no file. */
class Story {
  readonly steps = new Set<string>();
  readonly due = new Set<string>();
  /** Days of prices that two people trust, and those they go on without. */
  readonly trusted: string[] = [];
  readonly skipped: string[] = [];
  readonly told: string[] = [];
  until = new Date(PUBLISHED);
  state: OptionState = applyOptionEvent(null, {
    call_id: 'call',
    type: 'publish',
    ts: PUBLISHED,
    payload: {
      ...{ stock: 'TCS', underlying_type: 'stocks', lot_size: 175, level_basis: 'underlying', target: 2600, stop_loss: 2300 },
      ...{ net_limit: null, margin_est: 100_000, max_loss: -17_500, settles: false },
      legs: [{ side: 'buy', type: 'CE', strike: 2450, expiry: '2026-06-30', lots: 1, mid: 100 }],
      entry_until: '2026-06-05T10:00:00.000Z',
      expires_at: '2026-06-15T10:00:00.000Z',
    },
  });

  /** The first day in doubt up to another, found over all days. */
  first(day: string): string | null {
    const isInDoubt = (each: string): boolean => this.steps.has(each) || (this.due.has(each) && !this.skipped.includes(each));
    return DAYS.find((each) => each <= day && !this.trusted.includes(each) && isInDoubt(each)) ?? null;
  }

  async judge(from: Date): Promise<void> {
    const step = (day: string): NotJudgeable[] => (this.steps.has(day) ? [{ cause: 'price_step', day, before: 800, opened: 400 }] : []);
    const market: OptionPrices = {
      ...{ actionsOn: () => [], instrument: () => null, banned: () => false, dayBars: async () => [] },
      unexplainedSince: (_symbol, _since, day, settled = []) =>
        DAYS.find((each) => each <= day && !settled.includes(each) && (this.steps.has(each) || this.due.has(each))) ?? null,
      doubts: (_symbol, day) => step(day),
      complete: (_symbol, at = new Date()) => ({ until: at, because: null, since: null }),
      hasDay: (day) => !this.due.has(day),
      can: { ticking: false } as OptionPrices['can'],
      options: { beats: async () => [] },
    };
    const { events, states } = await judgeOptions([{ stock: 'TCS', expert_id: 'exp', state: this.state }], market, from, this.until);
    this.state = states.get('call')!;
    this.told.push(...events.map(({ event }) => `${event.type} ${event.payload.cause ?? ''} ${event.payload.day}`));
  }

  async pass(doubt: 'step' | 'due' | null): Promise<void> {
    const day = tradingDays(istDay(new Date(this.until.getTime() + 86_400_000)), '2026-05-30')[0]!;
    if (doubt === 'step') this.steps.add(day);
    if (doubt === 'due') this.due.add(day);
    const from = this.until;
    this.until = eveningOf(day);
    await this.judge(from);
  }

  /** A list or a file explains a day, or puts it in doubt. */
  async news(day: string, isDoubt: boolean): Promise<void> {
    if (day > istDay(this.until)) return;
    this.due.delete(day);
    if (isDoubt) this.steps.add(day);
    else this.steps.delete(day);
    await this.judge(new Date(sessionOf(day, false)!.preopen.getTime() - 1));
  }

  async goOn(): Promise<void> {
    const { not_judgeable: held } = this.state;
    if (!held) return;
    (held.cause === 'price_step' ? this.trusted : this.skipped).push(held.day);
    this.state = applyOptionEvent(this.state, { call_id: 'call', type: 'correction', ts: this.until.toISOString(), payload: { decision: 'go_on', ...held } });
    await this.judge(new Date(PUBLISHED));
  }

  /** An action of the last day has no file yet, which is no doubt before the next session is over. */
  expected(): string | null {
    const last = istDay(this.until);
    const first = this.first(last);
    return first === last && !this.steps.has(first) ? null : first;
  }
}

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('pass' as const), doubt: fc.constantFrom('step' as const, 'due' as const, null) }),
    fc.record({ kind: fc.constant('news' as const), day: fc.constantFrom(...DAYS), isDoubt: fc.boolean() }),
    fc.constant({ kind: 'go_on' as const }),
  ),
  { maxLength: 16 },
);

test('an option call waits for the first day that is in doubt, and no later one that is settled frees it', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const story = new Story();
      for (const each of taken) {
        if (each.kind === 'pass' && story.until < eveningOf(DAYS.at(-1)!)) await story.pass(each.doubt);
        if (each.kind === 'news') await story.news(each.day, each.isDoubt);
        if (each.kind === 'go_on') await story.goOn();
        expect(story.state.not_judgeable?.day ?? null, story.told.join('\n')).toBe(story.expected());
      }
      const before = story.told.length;
      await story.judge(new Date(PUBLISHED));
      expect(story.told.slice(before), 'judged again, nothing is added').toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('who let an option call go on without a day’s file did not know its prices: where they come late and step, it waits again', async () => {
  const story = new Story();
  await story.pass('due');
  await story.pass(null);
  await story.goOn();
  expect(story.state.not_judgeable).toBeUndefined();
  const [day] = DAYS as [string];
  await story.news(day, true);
  expect(story.state.not_judgeable).toMatchObject({ cause: 'price_step', day });
  await story.goOn();
  const doubts = story.told.filter((event) => event.startsWith('not_judgeable'));
  expect([story.state.not_judgeable, doubts]).toEqual([undefined, [`not_judgeable missing_day ${day}`, `not_judgeable price_step ${day}`]]);
});

test('an option call whose share has no price on the day of an action is judged again from the first price after it: the action that takes effect by it ends a call that is not entered', async () => {
  const [first, ex, next] = DAYS as [string, string, string];
  let state = new Story().state;
  const action = { symbol: 'TCS', day: ex, type: 'bonus', ratio: 2 } as never;
  const market: OptionPrices = {
    ...{ instrument: () => null, banned: () => false, dayBars: async () => [], hasDay: () => true, can: { ticking: false } as OptionPrices['can'] },
    actionsOn: (_symbol, day) => (day === next ? [action] : []),
    // Of the ex-date there is no price as of that day, whatever came later.
    unexplainedSince: (_symbol, _since, day) => (day === ex ? ex : null),
    doubts: (_symbol, day) => (day === ex ? [{ cause: 'no_trade', day, before: 800, opened: null }] : []),
    complete: (_symbol, at = new Date()) => ({ until: at, because: null, since: null }),
    options: { beats: async () => [] },
  };
  const told: string[] = [];
  let from = new Date(PUBLISHED);
  for (const day of [first, ex, next]) {
    const judged = await judgeOptions([{ stock: 'TCS', expert_id: 'exp', state }], market, from, eveningOf(day));
    state = judged.states.get('call')!;
    told.push(...judged.events.map(({ event }) => `${event.type} ${event.payload.day ?? event.payload.ex_date ?? ''}`));
    from = eveningOf(day);
  }
  expect(state.not_judgeable).toBeUndefined();
  expect(told.filter((event) => /judgeable|cancelled/.test(event))).toEqual([`not_judgeable ${ex}`, `judgeable ${next}`, 'cancelled ']);
});
