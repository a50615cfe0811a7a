import type { Place } from '@vimarsh/shared/contract/plans/place-of-supply.ts';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { checkoutMachine, type OrderAnswer } from './checkout.machine.ts';

const answer = (more: object): OrderAnswer => ({ status: false, validation: '', redirect: '', data: null, extras: {}, ...more }) as OrderAnswer;
const ordered = answer({ status: true, data: { id: 'o1' } });

function start(answers: OrderAnswer[], place: Place | '' = '29') {
  const keys: string[] = [];
  const told: object[] = [];
  const order = fromPromise<OrderAnswer, { key: string; place: Place }>(async ({ input }) => {
    keys.push(input.key);
    return answers.shift()!;
  });
  const actor = createActor(checkoutMachine.provide({ actors: { order } }), { input: { place } });
  actor.on('ordered', (event) => told.push(event));
  actor.on('refused', (event) => told.push(event));
  actor.start();
  const pay = async (key: string, wish = 'Premium') => {
    actor.send({ type: 'PAY', key, wish });
    // A second press while the first is on its way.
    actor.send({ type: 'PAY', key: `${key} again`, wish });
    await waitFor(actor, (state) => !state.matches('ordering'));
  };
  return { actor, keys, told, pay };
}

test('nothing is ordered before the terms are agreed to and the state is named; what lacks is marked', async () => {
  const { actor, keys, pay } = start([ordered], '');
  await pay('a');
  actor.send({ type: 'AGREE', agreed: true });
  await pay('b');
  expect([keys, actor.getSnapshot().context.missing]).toEqual([[], true]);
  actor.send({ type: 'PLACE', place: '27' });
  await pay('c');
  expect([keys, actor.getSnapshot().value]).toEqual([['c'], 'ordered']);
});

test('a double press is one order', async () => {
  const { actor, keys, told, pay } = start([ordered]);
  actor.send({ type: 'AGREE', agreed: true });
  await pay('a');
  expect([keys, told, actor.getSnapshot().value]).toEqual([['a'], [{ type: 'ordered', id: 'o1' }], 'ordered']);
});

test('after an answer that got lost the same order is asked for, after a refusal another', async () => {
  const { actor, keys, told, pay } = start([answer({ code: 'UNREACHABLE' }), answer({ code: 'PRICE_CHANGED' }), ordered]);
  actor.send({ type: 'AGREE', agreed: true });
  for (const key of ['a', 'b', 'c']) await pay(key);
  expect(keys).toEqual(['a', 'a', 'c']);
  expect(told).toEqual([
    { type: 'refused', code: 'UNREACHABLE' },
    { type: 'refused', code: 'PRICE_CHANGED' },
    { type: 'ordered', id: 'o1' },
  ]);
});

test.each(['UNREACHABLE', 'BAD_ANSWER', 'RETRY', 'INTERNAL'])(
  'after a press that was not judged (%s) the same order is asked for, and words stand that nothing is charged by it',
  async (code) => {
    const { actor, keys, pay } = start([answer({ code }), answer({ code: 'PAY_CLOSED', validation: 'Not now.' }), ordered]);
    const problem = () => actor.getSnapshot().context.problem;
    actor.send({ type: 'AGREE', agreed: true });
    await pay('a');
    expect(problem()).toBe('We don’t know whether the order was made. Nothing is charged by this: press again, and the same order opens.');
    await pay('b');
    expect(problem()).toBe('Not now.');
    await pay('c');
    expect([keys, problem()]).toEqual([['a', 'a', 'c'], '']);
  },
);

test('after an answer that got lost another wish is another order: another price, way or coupon, and another state', async () => {
  const lost = () => answer({ code: 'UNREACHABLE' });
  const { actor, keys, pay } = start([lost(), lost(), lost(), ordered]);
  actor.send({ type: 'AGREE', agreed: true });
  await pay('a');
  await pay('b', 'Premium by card');
  actor.send({ type: 'PLACE', place: '32' });
  await pay('c', 'Premium by card');
  await pay('d', 'Premium by card');
  expect(keys).toEqual(['a', 'b', 'c', 'c']);
});
