import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { loginFormMachine, type Offer } from './login-form.machine.ts';

const ALL: Offer = { signUp: true, credentials: true, brokers: true };
const start = (offer: Partial<Offer> = {}, wantsSignUp = false) => {
  const actor = createActor(loginFormMachine, { input: { wantsSignUp } }).start();
  actor.send({ type: 'OFFER', offer: { ...ALL, ...offer } });
  return actor;
};
type EventType = 'SIGN_UP' | 'SIGN_IN' | 'BROKER';
const stateAfter = (actor: ReturnType<typeof start>, ...events: EventType[]) => {
  for (const type of events) actor.send({ type });
  return actor.getSnapshot().value;
};

describe('the three forms and the transitions between them', () => {
  test.each<[EventType[], string]>([
    [[], 'signIn'],
    [['SIGN_UP'], 'signUp'],
    [['SIGN_UP', 'SIGN_IN'], 'signIn'],
    [['BROKER'], 'brokerLogin'],
    [['BROKER', 'SIGN_IN'], 'signIn'],
    [['SIGN_UP', 'BROKER'], 'brokerLogin'],
  ])('%j leads to %s', (events, form) => expect(stateAfter(start(), ...events)).toBe(form));
});

describe('a form the site does not offer is not shown', () => {
  test('without credentials only the brokers', () => expect(stateAfter(start({ credentials: false }), 'SIGN_IN', 'SIGN_UP')).toBe('brokerLogin'));
  test('without brokers only the credentials', () => expect(stateAfter(start({ brokers: false }), 'BROKER')).toBe('signIn'));
  test('with neither, the broker form says so', () => expect(stateAfter(start({ brokers: false, credentials: false }))).toBe('brokerLogin'));
  test('a requested sign-up opens, and closes when it is not allowed', () => {
    expect(stateAfter(start({}, true))).toBe('signUp');
    expect(stateAfter(start({ signUp: false }, true), 'SIGN_UP')).toBe('signIn');
  });
});
