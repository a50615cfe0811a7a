import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HAND_OVER_MS } from './ended.ts';
import { newRecord } from './new-record.ts';
import { type BrokerReport, handOver, hearBroker, moveOrder, type OrderRecord } from './order-record.ts';

const QUANTITY = 10;
const SAID: BrokerReport = {
  broker_order_id: 'B1',
  state: 'pending',
  quantity: QUANTITY,
  price: 100,
  trigger: null,
  filled: 0,
  average: null,
  code: '',
  broker_text: '',
};

/** The broker’s own truth: each step is the next state of its book. `null`: the order never reached it. */
type Truth = readonly BrokerReport[];

const truths: fc.Arbitrary<Truth> = fc
  .record({ fills: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }), end: fc.constantFrom('cancelled', 'rejected', 'expired', 'none' as const) })
  .map(({ fills, end }) => {
    const steps: BrokerReport[] = [SAID, { ...SAID, state: 'open' }];
    let filled = 0;
    for (const fill of fills) {
      filled = Math.min(QUANTITY, filled + fill);
      steps.push({ ...SAID, state: filled === QUANTITY ? 'complete' : 'open', filled, average: 100 });
      if (filled === QUANTITY) return steps;
    }
    if (end !== 'none') steps.push({ ...SAID, state: end, filled, average: filled > 0 ? 100 : null, code: 'OTHER', broker_text: 'said so' });
    return steps;
  });

/** What is delivered, in which order: words of any moment, twice and reversed, books that were read at a moment, and what we do ourselves. */
const deliveries = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('postback' as const), at: fc.nat({ max: 7 }) }),
    fc.record({ what: fc.constant('book' as const), at: fc.nat({ max: 7 }) }),
    fc.record({ what: fc.constantFrom('lost' as const, 'accepted' as const, 'time' as const), at: fc.constant(0) }),
  ),
  { maxLength: 14 },
);

function play(
  truth: Truth,
  told: readonly { what: 'postback' | 'book' | 'lost' | 'accepted' | 'time'; at: number }[],
  see: (before: OrderRecord, after: OrderRecord) => void,
): OrderRecord {
  let [order, look, now, reached] = [newRecord({ quantity: QUANTITY, price: 100, trigger: null }), 0, 0, 0];
  const step = (next: OrderRecord | null): void => {
    if (!next) return;
    see(order, next);
    order = next;
  };
  step(moveOrder(order, { type: 'SEND' }, { look, now }));
  for (const { what, at } of told) {
    now += 7_000;
    const index = Math.min(at, truth.length - 1);
    if (what === 'lost') step(moveOrder(order, { type: 'LOST' }, { look, now }));
    else if (what === 'accepted') step(moveOrder(order, { type: 'ACCEPTED' }, { look, now }, { broker_order_id: 'B1' }));
    else if (what === 'time') step(handOver(order, now));
    else if (what === 'postback') {
      // Of any moment up to now: early, late and again.
      reached = Math.max(reached, index);
      step(hearBroker(order, truth[index]!, { book: null, look, now }));
    } else {
      look += 1;
      // A book that is read from now on shows at least what we were told before.
      reached = Math.max(reached, index);
      step(hearBroker(order, truth[reached]!, { book: look, look, now }));
    }
  }
  // The book at the end of the day.
  look += 1;
  step(hearBroker(order, truth.at(-1)!, { book: look, look, now }));
  return order;
}

test('S2.1-ROUTE-19: whatever is told, late, twice or reversed, a book read at the end leaves an order as the broker has it', () => {
  fc.assert(
    fc.property(truths, deliveries, (truth, told) => {
      const end = play(truth, told, () => {});
      const last = truth.at(-1)!;
      expect(end.filled).toBe(last.filled);
      expect(end.state).toBe(last.state === 'open' && last.filled > 0 ? 'partial' : last.state);
      expect(end.unknown_since).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test('S2.1-ROUTE-19: a fill is never taken back, and nothing is rejected without the broker’s word', () => {
  fc.assert(
    fc.property(truths, deliveries, (truth, told) => {
      const says = truth.some(({ state }) => state === 'rejected');
      play(truth, told, (before, after) => {
        expect(after.filled).toBeGreaterThanOrEqual(before.filled);
        if (!says) expect(after.state).not.toBe('rejected');
      });
    }),
    { numRuns: 2_000 },
  );
});

test('S2.1-ROUTE-19: nobody waits for longer than a minute: what is unknown is handed to its owner, and stays unknown', () => {
  const sent = moveOrder(newRecord({ quantity: 10, price: 100, trigger: null }), { type: 'SEND' }, { look: 0, now: 0 })!;
  const lost = moveOrder(sent, { type: 'LOST' }, { look: 0, now: 5_000 })!;
  expect(handOver(lost, 5_000 + HAND_OVER_MS - 1)).toBe(lost);
  const handed = handOver(lost, 5_000 + HAND_OVER_MS);
  expect([handed.state, handed.handed_over_at]).toEqual(['unknown', 65_000]);
  expect(moveOrder(handed, { type: 'REFUSED' }, { look: 0, now: 70_000 })).toBeNull();
  expect(hearBroker(handed, { ...SAID, state: 'open' }, { book: 1, look: 1, now: 80_000 })).toMatchObject({
    state: 'open',
    unknown_since: null,
    handed_over_at: null,
  });
});

test('a book that was begun before an order was cancelled does not bring it back to life; one begun afterwards does', () => {
  const open = hearBroker(newRecord({ quantity: 10, price: 100, trigger: null }), { ...SAID, state: 'open' }, { book: 1, look: 1, now: 0 });
  const cancelled = hearBroker(open, { ...SAID, state: 'cancelled' }, { book: null, look: 2, now: 1 });
  expect(hearBroker(cancelled, { ...SAID, state: 'open' }, { book: 2, look: 2, now: 2 }).state).toBe('cancelled');
  expect(hearBroker(cancelled, { ...SAID, state: 'open' }, { book: 3, look: 3, now: 3 }).state).toBe('open');
});

test('S2.1-ROUTE-19: a late word of before a change completes nothing: what is filled by now is held against what is asked for now', () => {
  const first = hearBroker(
    newRecord({ quantity: 10, price: 100, trigger: null }),
    { ...SAID, state: 'open', filled: 4, average: 100 },
    { book: 1, look: 1, now: 0 },
  );
  const larger = hearBroker(first, { ...SAID, state: 'open', quantity: 20, filled: 12, average: 100 }, { book: 2, look: 2, now: 1 });
  expect([larger.state, larger.quantity, larger.filled]).toEqual(['partial', 20, 12]);
  for (const late of [{ state: 'open', filled: 4 } as const, { state: 'complete', filled: 10 } as const]) {
    const after = hearBroker(larger, { ...SAID, ...late, average: 100 }, { book: null, look: 2, now: 2 });
    expect([after.state, after.quantity, after.filled]).toEqual(['partial', 20, 12]);
  }
  // A message with a quantity that nobody asked for is no end either.
  const one = hearBroker(first, { ...SAID, state: 'complete', quantity: 1, filled: 1, average: 100 }, { book: null, look: 1, now: 2 });
  expect([one.state, one.filled]).toEqual(['partial', 4]);
});

test('S2.1-ROUTE-19: an order that was taken for complete lives on where a book read afterwards has more to fill, and no late word brings it back', () => {
  const all = hearBroker(
    newRecord({ quantity: 10, price: 100, trigger: null }),
    { ...SAID, state: 'complete', filled: 10, average: 100 },
    { book: null, look: 1, now: 0 },
  );
  expect(all.state).toBe('complete');
  const more: BrokerReport = { ...SAID, state: 'open', quantity: 20, filled: 13, average: 100 };
  // Begun before, or a word of its own accord.
  expect(hearBroker(all, { ...more, filled: 10 }, { book: 1, look: 1, now: 1 }).state).toBe('complete');
  expect(hearBroker(all, { ...more, filled: 10 }, { book: null, look: 1, now: 1 }).state).toBe('complete');
  const alive = hearBroker(all, more, { book: 2, look: 2, now: 2 });
  expect([alive.state, alive.quantity, alive.filled]).toEqual(['partial', 20, 13]);
  const ended = hearBroker(all, { ...more, state: 'cancelled' }, { book: 2, look: 2, now: 2 });
  expect([ended.state, ended.quantity, ended.filled]).toEqual(['cancelled', 20, 13]);
  // What is filled as a whole stays so, whatever else a book calls it.
  expect(hearBroker(all, { ...SAID, state: 'cancelled', filled: 10, average: 100 }, { book: 2, look: 2, now: 2 }).state).toBe('complete');
});

/** A broker's truth with changes of quantity: each word carries the quantity of its moment. */
const changing = fc
  .array(fc.oneof(fc.record({ fill: fc.integer({ min: 1, max: 6 }) }), fc.record({ to: fc.integer({ min: 1, max: 20 }) })), { maxLength: 8 })
  .chain((steps) => fc.constantFrom('open', 'cancelled', 'expired').map((end) => ({ steps, end }) as const))
  .map(({ steps, end }) => {
    const said: BrokerReport[] = [{ ...SAID, state: 'open' }];
    let [quantity, filled] = [QUANTITY, 0];
    for (const step of steps) {
      if ('to' in step) quantity = Math.max(filled + 1, step.to);
      else filled = Math.min(quantity, filled + step.fill);
      said.push({ ...SAID, quantity, state: filled === quantity ? 'complete' : 'open', filled, average: filled > 0 ? 100 : null });
      if (filled === quantity) return said;
    }
    if (end !== 'open') said.push({ ...said.at(-1)!, state: end });
    return said;
  });

test('S2.1-ROUTE-19: of an order whose quantity changes, words of before it do no lasting harm: the book at the end decides', () => {
  fc.assert(
    fc.property(changing, deliveries, (truth, told) => {
      const end = play(truth, told, () => {});
      const last = truth.at(-1)!;
      expect([end.state, end.quantity, end.filled]).toEqual([last.state === 'open' && last.filled > 0 ? 'partial' : last.state, last.quantity, last.filled]);
    }),
    { numRuns: 2_000 },
  );
});
