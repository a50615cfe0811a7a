import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { brokerChoiceMachine, type Way } from './broker-choice.machine.ts';

const answer = (more: object) => ({ status: true, validation: '', redirect: '', data: null, extras: {}, ...more });

const choose = async (given: object | Error) => {
  const brokersAsked: number[] = [];
  const machine = brokerChoiceMachine.provide({
    actors: {
      levelOne: fromPromise<Way, { brokerId: number }>(async ({ input }) => {
        brokersAsked.push(input.brokerId);
        if (given instanceof Error) throw given;
        return answer(given) as Way;
      }),
    },
  });
  const actor = createActor(machine).start();
  const opened: string[] = [];
  actor.on('leaving', ({ to }) => void opened.push(to));
  actor.send({ type: 'CHOOSE', brokerId: 12 });
  actor.send({ type: 'CHOOSE', brokerId: 13 });
  const state = await waitFor(actor, (now) => !now.matches('asking'));
  return { state: state.value, brokersAsked, opened };
};
test('one press asks for the address once, then opens it', async () => {
  expect(await choose({ data: { redirect_url: 'https://b/login' } })).toEqual({ state: 'leaving', brokersAsked: [12], opened: ['https://b/login'] });
});
test('a refusal and a lost connection lead back to the choice', async () => {
  expect(await choose({ status: false })).toEqual({ state: 'choosing', brokersAsked: [12], opened: [] });
  expect(await choose(new Error('offline'))).toMatchObject({ state: 'choosing', opened: [] });
});
