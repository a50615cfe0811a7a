import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { type RenewalOutcome, sessionMachine } from './session.machine.ts';

const LIFE = 600_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(refresh: () => Promise<RenewalOutcome>, watched = () => true) {
  let tries = 0;
  const counted = () => {
    tries += 1;
    return refresh();
  };
  const actor = createActor(sessionMachine.provide({ actors: { refresh: fromPromise<RenewalOutcome>(counted) }, guards: { watched } })).start();
  const tokens = () => actor.send({ type: 'TOKENS', since: Date.now(), life: LIFE });
  return { actor, tokens, value: () => actor.getSnapshot().value, tries: () => tries, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('signedOut → signedIn; a token is renewed at about 70 % of its life, not before', async () => {
  const { tokens, value, tries, pass } = start(async () => 'renewed');
  expect(value()).toBe('signedOut');
  tokens();
  expect(value()).toBe('signedIn');
  await pass(LIFE * 0.64);
  expect(tries()).toBe(0);
  await pass(LIFE * 0.07);
  expect(tries()).toBe(1);
  expect(value()).toBe('signedIn');
});

test('new tokens that look old at once (a clock that is ahead) are not renewed again and again', async () => {
  const { actor, tries, pass } = start(async () => {
    actor.send({ type: 'TOKENS', since: Date.now() - LIFE, life: LIFE });
    return 'renewed';
  });
  actor.send({ type: 'TOKENS', since: Date.now() - LIFE, life: LIFE });
  await pass(LIFE * 0.6);
  expect(tries()).toBe(1);
});

test('a failed try is repeated after 5 s, then 10 s, and never ends the session', async () => {
  const { actor, tokens, value, tries, pass } = start(async () => 'later');
  tokens();
  actor.send({ type: 'STALE' });
  expect(value()).toBe('refreshing');
  await pass(0);
  expect([value(), tries()]).toEqual(['signedIn', 1]);
  await pass(4999);
  expect(tries()).toBe(1);
  await pass(1);
  expect(tries()).toBe(2);
  await pass(9999);
  expect(tries()).toBe(2);
  await pass(1);
  expect(tries()).toBe(3);
  await pass(600_000);
  expect(value()).toBe('signedIn');
});

test('a thrown try counts as a failed one', async () => {
  const { actor, tokens, value, pass } = start(() => Promise.reject(new Error('lock not free')));
  tokens();
  actor.send({ type: 'STALE' });
  await pass(0);
  expect(value()).toBe('signedIn');
});

test('the server’s word ends it; new tokens begin again; signing out stops everything', async () => {
  const { actor, tokens, value, tries, pass } = start(async () => 'ended');
  tokens();
  actor.send({ type: 'STALE' });
  await pass(0);
  expect(value()).toBe('ended');
  tokens();
  expect(value()).toBe('signedIn');
  actor.send({ type: 'SIGNED_OUT' });
  await pass(LIFE);
  expect([value(), tries()]).toEqual(['signedOut', 1]);
});

test('another tab’s tokens start the time again', async () => {
  const { tokens, tries, pass } = start(async () => 'renewed');
  tokens();
  await pass(LIFE * 0.6);
  tokens();
  await pass(LIFE * 0.6);
  expect(tries()).toBe(0);
});

test('nothing is renewed while nobody looks; coming back renews at once when it is due', async () => {
  let visible = false;
  const { actor, tokens, tries, pass } = start(
    async () => 'renewed',
    () => visible,
  );
  tokens();
  await pass(LIFE * 2);
  expect(tries()).toBe(0);
  visible = true;
  actor.send({ type: 'WAKE' });
  await pass(0);
  expect(tries()).toBe(1);
});

test('coming back early renews nothing', async () => {
  const { actor, tokens, tries, pass } = start(async () => 'renewed');
  tokens();
  await pass(1000);
  actor.send({ type: 'WAKE' });
  await pass(0);
  expect(tries()).toBe(0);
});
