import type { Envelope, LoginAnswer } from '@vimarsh/shared/session';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { type PartnerCredentials, partnerLoginMachine, type SecondStep, type StepOne } from './partner-login.machine.ts';

type Given = { status?: boolean; code?: string; data?: unknown };
const answer = (given: Given) => ({ status: given.status ?? true, validation: '', redirect: '', data: null, extras: {}, ...given });
const STEP_ONE = { data: { factor: 'otp', message: '', token: 'tk' } };

function start(given: { user?: Given; pin?: Given; all?: Given; again?: Given } = {}) {
  const sent: object[] = [];
  const actor = createActor(
    partnerLoginMachine.provide({
      actors: {
        validateUser: fromPromise<StepOne, PartnerCredentials>(async () => answer(given.user ?? STEP_ONE) as StepOne),
        validatePin: fromPromise<LoginAnswer, SecondStep>(async ({ input }) => {
          sent.push(input);
          return answer(given.pin ?? {}) as LoginAnswer;
        }),
        validateUserPin: fromPromise<LoginAnswer, PartnerCredentials>(async () => answer(given.all ?? {}) as LoginAnswer),
        regenerate: fromPromise<Envelope<{ message: string }>, { clientId: string }>(async () => answer(given.again ?? {}) as Envelope<{ message: string }>),
      },
    }),
  ).start();
  const emitted: string[] = [];
  actor.on('*', ({ type }) => void emitted.push(type));
  const type = (field: 'clientId' | 'password' | 'yearOfBirth' | 'pin', value: string) => actor.send({ type: 'TYPE', field, value });
  type('clientId', 'AB12');
  type('password', 'secret');
  const settled = () =>
    waitFor(
      actor,
      (state) => ['stepOne', 'stepTwo', 'signedIn'].some((name) => state.matches(name as 'stepOne')) && !state.matches({ stepTwo: 'regenerating' }),
    );
  return { actor, type, emitted, sent, settled };
}

describe('two steps', () => {
  test('credentials, then the second factor with the token of step one; the password is forgotten in between', async () => {
    const { actor, type, emitted, sent, settled } = start();
    actor.send({ type: 'CREDENTIALS' });
    const second = await settled();
    expect(second.value).toEqual({ stepTwo: 'typing' });
    expect(second.context).toMatchObject({ clientId: 'AB12', password: '', factor: 'otp', token: 'tk' });
    type('pin', '123456');
    actor.send({ type: 'VERIFY' });
    expect((await settled()).value).toBe('signedIn');
    expect(sent).toEqual([{ clientId: 'AB12', pin: '123456', token: 'tk' }]);
    expect(emitted).toEqual(['signedIn']);
  });
  test.each([
    ['a refusal keeps the client ID', { status: false, code: 'BROKER_CREDENTIALS' }, 'AB12'],
    ['a failed request clears the form (S8-ERR-14)', { status: false, code: 'UNREACHABLE' }, ''],
    ['so does a partner that can’t be reached', { status: false, code: 'BROKER_AWAY' }, ''],
  ])('step one: %s', async (_what, user, clientId) => {
    const { actor, emitted, settled } = start({ user });
    actor.send({ type: 'CREDENTIALS' });
    const state = await settled();
    expect(state.value).toBe('stepOne');
    expect(state.context).toMatchObject({ clientId, password: '' });
    expect(emitted).toEqual(['refused']);
  });
  test.each([
    ['a wrong PIN stays in step two', 'BROKER_FACTOR', { stepTwo: 'typing' }],
    ['an expired step goes back to step one', 'BROKER_STEP', 'stepOne'],
  ])('step two: %s', async (_what, code, value) => {
    const { actor, type, settled } = start({ pin: { status: false, code } });
    actor.send({ type: 'CREDENTIALS' });
    await settled();
    type('pin', '1');
    actor.send({ type: 'VERIFY' });
    const state = await settled();
    expect(state.value).toEqual(value);
    expect(state.context).toMatchObject({ clientId: 'AB12', pin: '' });
  });
  test('a new OTP or PIN empties the field; an expired step goes back to step one', async () => {
    const regenerated = start();
    regenerated.actor.send({ type: 'CREDENTIALS' });
    await regenerated.settled();
    regenerated.type('pin', '1');
    regenerated.actor.send({ type: 'REGENERATE' });
    expect((await regenerated.settled()).context.pin).toBe('');
    expect(regenerated.emitted).toEqual(['sent']);
    const over = start({ again: { status: false, code: 'BROKER_STEP' } });
    over.actor.send({ type: 'CREDENTIALS' });
    await over.settled();
    over.actor.send({ type: 'REGENERATE' });
    expect((await over.settled()).value).toBe('stepOne');
  });
});

test('with a year of birth everything is sent at once, and no secret stays', async () => {
  const { actor, type, settled } = start({ all: { status: false, code: 'BROKER_CREDENTIALS' } });
  type('yearOfBirth', '1990');
  actor.send({ type: 'VERIFY' });
  const state = await settled();
  expect(state.value).toBe('stepOne');
  expect(state.context).toMatchObject({ clientId: 'AB12', password: '', yearOfBirth: '' });
});
