import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { brokerChoiceMachine, type Way } from './broker-choice.machine.ts';

const answer = (more: object) => ({ status: true, validation: '', redirect: '', data: null, extras: {}, ...more });

const choose = async (given: object | Error) => {
  const asked: number[] = [];
  const machine = brokerChoiceMachine.provide({
    actors: {
      levelOne: fromPromise<Way, { brokerId: number }>(async ({ input }) => {
        asked.push(input.brokerId);
        if (given instanceof Error) throw given;
        return answer(given) as Way;
      }),
    },
  });
  const actor = createActor(machine).start();
  const left: string[] = [];
  actor.on('leaving', ({ to }) => void left.push(to));
  actor.send({ type: 'CHOOSE', brokerId: 12 });
  actor.send({ type: 'CHOOSE', brokerId: 13 });
  const state = await waitFor(actor, (now) => !now.matches('asking'));
  return { state: state.value, asked, left };
};
test('one press, one question, then away', async () => {
  expect(await choose({ data: { redirect_url: 'https://b/login' } })).toEqual({ state: 'leaving', asked: [12], left: ['https://b/login'] });
});
test('a refusal and a broken line lead back to the choice', async () => {
  expect(await choose({ status: false })).toEqual({ state: 'choosing', asked: [12], left: [] });
  expect(await choose(new Error('offline'))).toMatchObject({ state: 'choosing', left: [] });
});
