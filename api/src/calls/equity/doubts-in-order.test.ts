import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { applyEvent, type CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { istDay, previousTradingDay, sessionOf, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Market } from '../../market/index.ts';
import { judge } from './judge.ts';

const PUBLISHED = '2026-05-04T12:00:00.000Z';
const DAYS = tradingDays('2026-05-05', '2026-05-14');
const CLOSE = 800;
const eveningOf = (day: string): Date => new Date(`${day}T12:00:00.000Z`);

/** Prices on file, day by day: the files that are there, those without the share, and the days that open at a step that nothing explains. */
class Files {
  readonly days = new Set<string>();
  readonly steps = new Set<string>();
  readonly untraded = new Set<string>();

  trades(day: string): boolean {
    return this.days.has(day) && !this.untraded.has(day);
  }

  doubts(day: string): NotJudgeable[] {
    const doubts: NotJudgeable[] = [];
    for (let before = previousTradingDay(day); before >= DAYS[0]! && !this.days.has(before); before = previousTradingDay(before))
      doubts.unshift({ cause: 'missing_day', day: before, before: null, opened: null });
    const own = this.#ownDoubt(day);
    return own ? [...doubts, own] : doubts;
  }

  #ownDoubt(day: string): NotJudgeable | null {
    if (!this.days.has(day)) return null;
    if (this.trades(day)) return this.steps.has(day) ? { cause: 'price_step', day, before: CLOSE, opened: CLOSE / 2 } : null;
    const last = DAYS.findLast((each) => each < day && this.trades(each)) ?? '';
    const since = DAYS.find((each) => each > last && this.days.has(each))!;
    return { cause: 'no_trade', day: since, before: CLOSE, opened: null };
  }

  market(until: Date): Market {
    return {
      doubts: (_: string, day: string) => this.doubts(day),
      hasDay: (day: string) => this.days.has(day),
      actionsOn: () => [],
      complete: () => ({ until, because: null, since: null }),
      instrument: () => null,
      dayBars: async () => [],
      bars: async () => [],
    } as unknown as Market;
  }
}

/** A call on these prices, judged as the engine does: forward, again from where news came, and after a decision from its publication on. */
class Story {
  readonly files = new Files();
  readonly told: string[] = [];
  readonly settled = new Set<string>();
  until = new Date(PUBLISHED);
  state: CallState = applyEvent(null, {
    call_id: 'call',
    type: 'publish',
    ts: PUBLISHED,
    payload: {
      ...{ call_type: 'Buy', term: 'shortTerm', entry_mode: 'limit', entry_low: 1, entry_high: 1, target: 2, stop_loss: 0.5 },
      entry_until: '2026-12-01T10:00:00.000Z',
      expires_at: '2026-12-04T10:00:00.000Z',
    },
  });

  async judge(from: Date): Promise<void> {
    const market = this.files.market(this.until);
    const { events, states } = await judge([{ stock: 'A', expert_id: 'exp_01', state: this.state }], market, from, this.until);
    this.state = states.get('call')!;
    this.told.push(...events.map(({ event }) => `${event.type} ${event.payload.cause ?? ''} ${event.payload.day}`));
  }

  /** A day passes; its file comes that evening, or is missing, or the share is not in it. */
  async pass({ there, trades, stepped }: { there: boolean; trades: boolean; stepped: boolean }): Promise<void> {
    const day = tradingDays(istDay(new Date(this.until.getTime() + 86_400_000)), '2026-05-30')[0]!;
    if (there) this.files.days.add(day);
    if (stepped) this.files.steps.add(day);
    if (!trades) this.files.untraded.add(day);
    const from = this.until;
    this.until = eveningOf(day);
    await this.judge(from);
  }

  /** News of a day: its file, or an action that explains its step, or a list that names one of unknown terms. */
  async news(day: string, change: 'file' | 'explained' | 'unclear'): Promise<void> {
    if (day > istDay(this.until)) return;
    if (change === 'file') this.files.days.add(day);
    if (change === 'explained') this.files.steps.delete(day);
    if (change === 'unclear') this.files.steps.add(day);
    await this.judge(new Date(sessionOf(day, false)!.preopen.getTime() - 1));
  }

  /** Two people let the call go on over what it waits for. */
  async goOn(): Promise<void> {
    const { not_judgeable: held } = this.state;
    if (!held) return;
    this.settled.add(`${held.cause} ${held.day}`);
    this.state = applyEvent(this.state, { call_id: 'call', type: 'correction', ts: this.until.toISOString(), payload: { decision: 'go_on', ...held } });
    await this.judge(new Date(PUBLISHED));
  }

  /** The first doubt that nobody has settled, found over all days, as a reader of the files would. */
  expected(): string | null {
    const last = istDay(this.until);
    const passed = DAYS.filter((day) => day <= last);
    for (const day of passed) {
      const isMissing = !this.files.days.has(day) && passed.some((later) => later > day && this.files.days.has(later));
      if (isMissing && !this.settled.has(`missing_day ${day}`)) return `missing_day ${day}`;
      const isStep = this.files.trades(day) && this.files.steps.has(day) && !this.settled.has(`price_step ${day}`);
      if (isStep) return `price_step ${day}`;
    }
    return null;
  }

  get waitsFor(): string | null {
    const { not_judgeable: held } = this.state;
    return held ? `${held.cause} ${held.day}` : null;
  }
}

const day = fc.constantFrom(...DAYS);
const steps = (trades: fc.Arbitrary<boolean>) =>
  fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), there: fc.boolean(), trades, stepped: fc.boolean() }),
      fc.record({ kind: fc.constant('news' as const), day, change: fc.constantFrom('file' as const, 'explained' as const, 'unclear' as const) }),
      fc.constant({ kind: 'go_on' as const }),
    ),
    { maxLength: 16 },
  );
type Step = ReturnType<typeof steps> extends fc.Arbitrary<readonly (infer Each)[]> ? Each : never;

async function take(story: Story, step: Step): Promise<void> {
  if (step.kind === 'pass' && story.until < eveningOf(DAYS.at(-1)!)) await story.pass(step);
  if (step.kind === 'news') await story.news(step.day, step.change);
  if (step.kind === 'go_on') await story.goOn();
}

test('a call waits for the first doubt that nobody has settled, however many come and in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(steps(fc.constant(true)), async (taken) => {
      const story = new Story();
      for (const each of taken) {
        await take(story, each);
        expect(story.waitsFor, story.told.join('\n')).toBe(story.expected());
      }
      const before = story.told.length;
      await story.judge(new Date(PUBLISHED));
      expect(story.told.slice(before), 'judged again, nothing is added').toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('nor does a share that stops trading free a call while a day of it is in doubt', async () => {
  await fc.assert(
    fc.asyncProperty(steps(fc.boolean()), async (taken) => {
      const story = new Story();
      for (const each of taken) {
        await take(story, each);
        const last = DAYS.findLast((one) => story.files.days.has(one) && one <= istDay(story.until));
        const isGone = last !== undefined && !story.files.trades(last);
        const isLetGo = [...story.settled].some((settled) => settled.startsWith('no_trade'));
        if (story.expected() !== null || (isGone && !isLetGo)) expect(story.waitsFor, story.told.join('\n')).not.toBeNull();
        if (story.expected() === null && !isGone) expect(story.waitsFor, story.told.join('\n')).toBeNull();
      }
    }),
    { numRuns: 400 },
  );
});

test('a wait for a trade is over by the trade, also where its price is in doubt: judged again, it is not told anew', async () => {
  const story = new Story();
  await story.pass({ there: true, trades: true, stepped: false });
  await story.pass({ there: true, trades: false, stepped: false });
  await story.pass({ there: true, trades: true, stepped: true });
  const told = ['not_judgeable no_trade 2026-05-06', 'judgeable  2026-05-07', 'not_judgeable price_step 2026-05-07'];
  expect(story.told).toEqual(told);
  await story.news('2026-05-07', 'explained');
  await story.judge(new Date(PUBLISHED));
  expect(story.told).toEqual([...told, 'judgeable  2026-05-07']);
});
