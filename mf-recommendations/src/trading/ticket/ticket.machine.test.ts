import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import type { TicketCheck } from '@vimarsh/shared/contract/trading/types.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { aCheck, anOrder, anUnknownOrder, aSubject, aTicket } from '../trading.testing.ts';
import { type Placed, ticketMachine, type Wish } from './ticket.machine.ts';
import { formOf } from './ticket-form.ts';

const yes = <D>(data: D): Answer<D> => ({ status: true, validation: '', redirect: '', data });
const no = (code: string, validation = code): Answer<never> => ({ status: false, validation, redirect: '', data: null, code });
const remark = (weight: 'stop' | 'ask' | 'note', code: string) => ({ code, weight, leg: 0, field: 'quantity', text: code, proposal: null });
const CLEAN = yes(aCheck());
const ASKS = yes(aCheck({ remarks: [remark('ask', 'TWICE')] }));
const STOPS = yes(aCheck({ remarks: [remark('stop', 'LOT')] }));
const PLACED = yes<Placed>({ orders: [anOrder()], page: null });
const UNKNOWN = yes<Placed>({ orders: [anOrder(), anUnknownOrder({ id: 'ord_2' })], page: null });

interface Told {
  check?: () => Promise<Answer<TicketCheck>>;
  place?: () => Promise<Answer<Placed>>;
  wish?: Wish | null;
  checked?: TicketCheck | null;
}
function start({ check = async () => CLEAN, place = async () => PLACED, wish = null, checked = aCheck() }: Told = {}) {
  const sent: Wish[] = [];
  let keys = 0;
  const actor = createActor(
    ticketMachine.provide({
      actors: {
        check: fromPromise(() => check()),
        place: fromPromise(({ input }: { input: { wish: Wish } }) => {
          sent.push(input.wish);
          return place();
        }),
      },
    }),
    {
      input: {
        form: formOf(aTicket(), [aSubject()]),
        subjects: [aSubject()],
        check: checked,
        wish,
        newKey: () => {
          keys += 1;
          return `key_${keys}`;
        },
      },
    },
  ).start();
  const state = () => actor.getSnapshot().value;
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const send = async (...events: Parameters<typeof actor.send>[0][]) => {
    for (const event of events) {
      actor.send(event);
      await settle();
    }
    return state();
  };
  return { actor, sent, state, send, settle, context: () => actor.getSnapshot().context };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('state × what comes → state', () => {
  const EDIT = { type: 'edit', leg: 0, patch: { count: '20' } } as const;
  const REVIEW = { type: 'review' } as const;
  const PLACE = { type: 'place' } as const;
  const rows: readonly [name: string, told: Told, events: Parameters<ReturnType<typeof start>['send']>, to: string][] = [
    ['a ticket filled in and checked is ready', {}, [], 'ready'],
    ['a draft is checked anew', { checked: null }, [], 'filling'],
    ['an edit waits for the next', {}, [EDIT], 'filling'],
    ['a clean review comes to the confirmation', {}, [REVIEW], 'confirm'],
    ['and back', {}, [REVIEW, { type: 'back' }], 'ready'],
    ['what stands against it keeps it from there', { check: async () => STOPS }, [REVIEW], 'ready'],
    ['a question has to be agreed to', { check: async () => ASKS }, [REVIEW], 'asks'],
    ['agreed to, it comes to the confirmation', { check: async () => ASKS }, [REVIEW, { type: 'agree', code: 'TWICE', yes: true }, REVIEW], 'confirm'],
    ['a check that fails sends nothing', { check: () => Promise.reject(new Error('lost')) }, [REVIEW], 'ready'],
    ['a check that is refused says why', { check: async () => no('RATE') }, [REVIEW], 'ready'],
    ['placed', {}, [REVIEW, PLACE], 'placed'],
    ['one of its orders is unknown', { place: async () => UNKNOWN }, [REVIEW, PLACE], 'unknown'],
    ['refused', { place: async () => no('ORDER_REFUSED') }, [REVIEW, PLACE], 'refused'],
    ['another order in the share is unknown', { place: async () => no('ORDER_FROZEN') }, [REVIEW, PLACE], 'refused'],
    ['paused', { place: async () => no('ORDER_PAUSED') }, [REVIEW, PLACE], 'refused'],
    ['the session is over', { place: async () => no('BROKER_SESSION') }, [REVIEW, PLACE], 'sessionOver'],
    ['the session is there again', { place: async () => no('BROKER_SESSION') }, [REVIEW, PLACE, REVIEW], 'confirm'],
    ['the server asks what the check did not: it is reviewed again, never sent again', { place: async () => no('ORDER_ASKS') }, [REVIEW, PLACE], 'confirm'],
    ['our answer is lost', { place: () => Promise.reject(new Error('lost')) }, [REVIEW, PLACE], 'lost'],
    ['a lost wish can’t be edited or reviewed', { place: () => Promise.reject(new Error('lost')) }, [REVIEW, PLACE, EDIT, REVIEW, PLACE], 'lost'],
    ['a refused ticket is edited', { place: async () => no('ORDER_REFUSED') }, [REVIEW, PLACE, EDIT], 'filling'],
    [
      'an unknown one can’t be edited, reviewed, placed or begun again',
      { place: async () => UNKNOWN },
      [REVIEW, PLACE, EDIT, REVIEW, PLACE, { type: 'again' }],
      'unknown',
    ],
    ['after a placed one comes a new ticket', {}, [REVIEW, PLACE, { type: 'again' }], 'filling'],
  ];
  test.each(rows)('%s', async (_, told, events, to) => {
    const { send, state, settle } = start(told);
    await settle();
    await send(...events);
    expect(state()).toBe(to);
  });
});

test('nothing is sent but by a press on what was confirmed', async () => {
  const { sent, send } = start();
  await send({ type: 'place' }, { type: 'edit', leg: 0, patch: { count: '5' } }, { type: 'place' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await send({ type: 'place' }, { type: 'review' })).toBe('confirm');
  expect(sent).toEqual([]);
  await send({ type: 'place' }, { type: 'place' });
  expect(sent).toHaveLength(1);
});

test('a lost answer is asked for with the key of its wish, word for word; every other wish has a key of its own', async () => {
  let lost = true;
  const { sent, send, state } = start({ place: async () => (lost ? Promise.reject(new Error('lost')) : PLACED) });
  await send({ type: 'review' }, { type: 'place' }, { type: 'ask' });
  lost = false;
  await send({ type: 'ask' });
  expect(state()).toBe('placed');
  expect(sent.map(({ key }) => key)).toEqual(['key_1', 'key_1', 'key_1']);
  expect(new Set(sent.map((wish) => JSON.stringify(wish))).size).toBe(1);
  await send({ type: 'again' }, { type: 'review' }, { type: 'place' });
  expect(sent.at(-1)!.key).toBe('key_2');
});

test('a refused wish is over: the next has another key', async () => {
  const { sent, send } = start({ place: async () => no('ORDER_REFUSED') });
  await send({ type: 'review' }, { type: 'place' }, { type: 'review' }, { type: 'place' });
  expect(sent.map(({ key }) => key)).toEqual(['key_1', 'key_2']);
});

test('a page that opens on a wish of before is frozen on it, and asks with its key', async () => {
  const wish = { key: 'old', ticket: aTicket(), agreed: [] };
  const { sent, send, state } = start({ wish, checked: null });
  expect(state()).toBe('lost');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
  await send({ type: 'ask' });
  expect(sent).toEqual([wish]);
});

test('unknown ends by news of the order, or once its owner has looked; what was heard of others changes nothing', async () => {
  const { send, state, context } = start({ place: async () => UNKNOWN });
  await send({ type: 'review' }, { type: 'place' });
  expect(await send({ type: 'heard', orders: [anOrder({ id: 'other' })] })).toBe('unknown');
  expect(await send({ type: 'heard', orders: [anUnknownOrder({ id: 'ord_2', handed_over_at: '2026-11-30T05:01:05.000Z' })] })).toBe('unknown');
  expect(context().placed!.orders[1]!.handed_over_at).not.toBeNull();
  await send({ type: 'heard', orders: [anOrder({ id: 'ord_2', state: 'complete', filled: 10 })] });
  expect(state()).toBe('placed');
  expect(context().placed!.orders.map((order) => order.state)).toEqual(['open', 'complete']);
  const looked = start({ place: async () => UNKNOWN });
  await looked.send({ type: 'review' }, { type: 'place' });
  expect(await looked.send({ type: 'heard', orders: [anUnknownOrder({ id: 'ord_2', looked_at: '2026-11-30T05:02:00.000Z' })] })).toBe('placed');
});

test('typing is checked once it rests, and what can’t be read is not', async () => {
  const check = vi.fn(async () => CLEAN);
  const { send, state } = start({ check });
  await send({ type: 'edit', leg: 0, patch: { count: '2' } }, { type: 'edit', leg: 0, patch: { count: '25' } });
  await vi.advanceTimersByTimeAsync(400);
  expect([check.mock.calls.length, state()]).toEqual([1, 'ready']);
  await send({ type: 'edit', leg: 0, patch: { count: '' } });
  await vi.advanceTimersByTimeAsync(400);
  expect(check).toHaveBeenCalledTimes(1);
  await send({ type: 'review' });
  expect(check).toHaveBeenCalledTimes(1);
});

test('a leg is left out of a basket, and the last one stays', async () => {
  const { actor, send, context } = start();
  await send({ type: 'drop', leg: 0 });
  expect(context().form).toHaveLength(1);
  actor.stop();
});
