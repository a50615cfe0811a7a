import { applyOptionEvent, type OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { standingOfOption } from '@vimarsh/shared/domain/calls/options/settling.ts';
import { describe, expect, test } from 'vitest';
import type { EngineEvent } from '../../ledger/index.ts';
import type { OptionBeat } from '../../market/index.ts';
import { LiveWorld } from '../../market/live/live-world.testing.ts';
import { judgeOptions, type Waiting } from './judge.ts';
import { waitingWords } from './waiting-words.ts';

const DAY = '2026-11-20';
const ITC = { symbol: 'ITC', tradedAs: 'ITC', isin: '', fno: true };
/** UTC; the session is from 03:45 on, options end at 10:10. */
const at = (time: string, day = DAY): Date => new Date(`${day}T${time}Z`);

const entered = applyOptionEvent(
  applyOptionEvent(null, {
    call_id: 'call',
    type: 'publish',
    ts: '2026-11-18T10:30:00.000Z',
    payload: {
      ...{ stock: 'ITC', underlying_type: 'stocks', lot_size: 1600, level_basis: 'underlying', target: 880, stop_loss: 770, net_limit: null },
      ...{ margin_est: 100_000, max_loss: -32_000, settles: false, entry_until: '2026-11-19T10:00:00.000Z', expires_at: '2026-12-15T10:10:00.000Z' },
      legs: [{ side: 'buy', type: 'CE', strike: 800, expiry: '2026-12-29', lots: 1, mid: 20 }],
    },
  }),
  { call_id: 'call', type: 'entry_fill', ts: '2026-11-19T03:46:00.000Z', payload: { legs: [{ price: 20, mid: 20 }], spot: 800 } },
);

/** An option call while its underlying comes in live and looks at its chain are recorded each minute. */
async function begun() {
  const world = await LiveWorld.open(at('03:00:00'), [ITC]);
  world.importDay({ ITC: { day: '2026-11-19', o: 800, h: 805, l: 795, c: 800, v: 1, prev_close: 800 } });
  const market = world.market((error) => expect.unreachable(String(error)));
  const looks: OptionBeat[] = [];
  const prices = Object.assign(market, {
    options: { beats: async (_: string, from: Date, to: Date) => looks.filter((look) => look.at > from && look.at <= to) },
  });
  let state: OptionState = entered;
  let waiting: ReadonlyMap<string, Waiting> = new Map();
  let position = world.now;
  const events: string[] = [];
  const signed: EngineEvent['event'][] = [];
  market.onRevised((from) => {
    if (from < position) position = new Date(from.getTime() - 1);
  });
  const to = async (now: Date, price?: number): Promise<void> => {
    world.now = now;
    if (price === undefined) world.line.send([]);
    else {
      looks.push({
        at: now,
        first: looks.length === 0,
        o: price,
        h: price,
        l: price,
        c: price,
        quote: () => ({ bid: 9.9, ask: 10.1 }),
      } as unknown as OptionBeat);
      const tick = { symbol: 'ITC', price, volume: looks.length, day: null, previousClose: null, depth: null, at: now.getTime(), arrived: now.getTime() };
      world.line.send([tick]);
    }
    await market.beat();
    const reached = market.now();
    const judged = await judgeOptions([{ stock: 'ITC', expert_id: 'exp', state }], prices, position, reached);
    waiting = judged.waiting;
    state = judged.states.get('call')!;
    events.push(...judged.events.map(({ event: { type, ts } }) => `${type} ${ts.slice(5, 16)}`));
    signed.push(...judged.events.map(({ event }) => event));
    position = reached;
  };
  /** Two people decide of the call; the engine judges one that was corrected from its publication on. */
  const settle = (decision: 'go_on' | 'void'): void => {
    const { day, cause } = state.not_judgeable!;
    const after = { ...standingOfOption(state), ...(decision === 'void' && { status: 'cancelled' }) };
    state = applyOptionEvent(state, { call_id: 'call', type: 'correction', ts: world.now.toISOString(), payload: { decision, day, cause, after } });
    position = at('10:30:00', '2026-11-18');
  };
  const waits = () => state.not_judgeable;
  const play = async (from: string, until: string, price: number): Promise<void> => {
    for (let minute = at(from).getTime(); minute < at(until).getTime(); minute += 60_000) await to(new Date(minute), price);
  };
  const bonus = (purpose: string): void => {
    world.actions.splice(0, 1, { symbol: 'ITC', day: DAY, purpose });
    world.imported();
  };
  const terms = () => [state.legs[0]!.strike, state.lot_size, state.target, state.stops[0]!.level];
  return { world, market, events, signed, to, play, bonus, terms, settle, waits, told: () => waitingWords([...waiting.values()]) };
}

test('an option call follows a bonus of its underlying before the first look at its chain judges by the new prices', async () => {
  const { events, to, play, bonus, terms } = await begun();
  bonus('Bonus 1:1');
  await to(at('03:31:00'));
  await to(at('03:44:59'));
  await play('03:45:00', '03:55:00', 401);
  expect(events).toEqual(['corp_adjust 11-20T03:30']);
  expect(terms()).toEqual([400, 3200, 440, 385]);
});

test('one whose underlying contradicts the bonus waits: neither level is reached by what nobody knows, on that day or later, until a list tells', async () => {
  const { world, market, events, to, play, bonus, terms, told } = await begun();
  bonus('Bonus 1:1');
  await to(at('03:31:00'));
  await to(at('03:44:59'));
  await play('03:45:00', '03:50:00', 790);
  await play('03:50:00', '10:15:00', 765);
  for (const second of ['10', '20', '30']) {
    await new Promise(setImmediate);
    await to(at(`10:16:${second}`));
  }
  expect(market.complete('ITC').because).toBeNull();
  expect(market.unexplainedSince('ITC', at('10:30:00', '2026-11-18'), DAY)).toBe(DAY);
  world.now = at('03:44:00', '2026-11-23');
  await to(world.now);
  expect(market.unexplainedSince('ITC', at('10:30:00', '2026-11-18'), '2026-11-23')).toBe(DAY);
  expect(events).toEqual(['not_judgeable 11-20T10:05']);
  expect(told()).toEqual([
    '1 open option call waits because nobody knows what a corporate action made of the contracts (ITC on 2026-11-20): import the list of actions or the exchange’s adjustment, or let two admins decide.',
  ]);
  bonus('Bonus 1:1 (Cancelled)');
  for (const second of ['10', '20', '30']) await to(at(`03:44:${second}`, '2026-11-23'));
  expect(told()).toEqual([]);
  expect(events.map((event) => event.split(' ')[0])).toEqual(['not_judgeable', 'judgeable', 'closing', 'sl_hit']);
  expect(terms()).toEqual([800, 1600, 880, 770]);
});

describe('one whose underlying opens with a step of which no list tells, although nothing was known against the day before its open', () => {
  const stepped = async () => {
    const call = await begun();
    await call.to(at('03:31:00'));
    await call.to(at('03:44:59'));
    await call.play('03:45:00', '10:15:00', 400);
    return call;
  };
  const later = async ({ to }: Awaited<ReturnType<typeof begun>>, day = DAY) => {
    for (const second of ['10', '20', '30']) {
      await new Promise(setImmediate);
      await to(at(`10:16:${second}`, day));
    }
  };

  test('waits, and says so at the end of that day, once, by a signed event with both prices', async () => {
    const call = await stepped();
    await later(call);
    await call.to(at('03:46:00', '2026-11-23'), 401);
    expect(call.events).toEqual(['not_judgeable 11-20T10:05']);
    expect(call.signed[0]).toMatchObject({
      ...{ kind: 'options', actor: 'engine', expert_id: 'exp', type: 'not_judgeable' },
      payload: { cause: 'price_step', day: DAY, before: 800, opened: 400 },
    });
    expect(call.waits()).toEqual({ cause: 'price_step', day: DAY, before: 800, opened: 400 });
  });

  test('is judged on by the new terms when a list names the action', async () => {
    const call = await stepped();
    await later(call);
    call.bonus('Bonus 1:1');
    for (const second of ['40', '50', '55']) await call.to(at(`10:16:${second}`));
    expect(call.events).toEqual(['not_judgeable 11-20T10:05', 'judgeable 11-20T03:30', 'corp_adjust 11-20T03:30']);
    expect(call.terms()).toEqual([400, 3200, 440, 385]);
    expect(call.waits()).toBeUndefined();
  });

  test('is judged on by the prices as they are when two people say that they are right', async () => {
    const call = await stepped();
    await later(call);
    call.settle('go_on');
    await call.to(at('10:17:00'));
    expect(call.events.map((event) => event.split(' ')[0])).toEqual(['not_judgeable', 'closing', 'sl_hit']);
  });

  test('counts for nothing when two people take it out', async () => {
    const call = await stepped();
    await later(call);
    call.settle('void');
    await call.to(at('10:17:00'));
    expect(call.events).toHaveLength(1);
    expect(call.waits()).toBeUndefined();
  });
});

test('the operator is told of a step with its first prices, and of the morning of an action not before the session is over', async () => {
  const stepped = await begun();
  await stepped.to(at('03:31:00'));
  await stepped.to(at('03:44:59'));
  expect(stepped.told()).toEqual([]);
  await stepped.play('03:45:00', '03:50:00', 400);
  expect(stepped.told()).toEqual([expect.stringContaining('1 open option call waits because nobody knows')]);
  expect(stepped.events, 'the record tells it at the end of the session').toEqual([]);
  const morning = await begun();
  morning.bonus('Bonus 1:1');
  await morning.to(at('03:31:00'));
  await morning.to(at('03:44:59'));
  expect(morning.told()).toEqual([]);
});

test('an action whose ex-date falls on a closed day waits for the first price of the next session, and stops nobody', async () => {
  const { world, events, to } = await begun();
  // Saturday.
  world.actions.splice(0, 1, { symbol: 'ITC', day: '2026-11-21', purpose: 'Bonus 1:1' });
  world.imported();
  await to(at('10:16:00'));
  await to(at('03:31:00', '2026-11-23'));
  await to(at('03:44:59', '2026-11-23'));
  expect(events).toEqual([]);
});
