import type { LoginAnswer } from '@vimarsh/shared/session';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { type Credentials, credentialsMachine } from './credentials.machine.ts';

const login: LoginAnswer = { status: true, validation: '', redirect: '', data: { token: 't', redirect_url: '' }, extras: {} };

function start(check: (credentials: Credentials) => Promise<LoginAnswer>) {
  const emitted: unknown[] = [];
  const actor = createActor(credentialsMachine.provide({ actors: { check: fromPromise<LoginAnswer, Credentials>(({ input }) => check(input)) } }));
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  actor.send({ type: 'PASSWORD', value: 'Secret1!' });
  actor.send({ type: 'SIGN_IN', username: 'a@b.co' });
  return { actor, emitted };
}

test('editing → checking → signedIn; the password is forgotten', async () => {
  const given: Credentials[] = [];
  const { actor, emitted } = start(async (credentials) => {
    given.push(credentials);
    return login;
  });
  expect(actor.getSnapshot().value).toBe('checking');
  await waitFor(actor, (state) => state.matches('signedIn'));
  expect(given).toEqual([{ username: 'a@b.co', password: 'Secret1!' }]);
  expect(emitted).toEqual([{ type: 'signedIn', answer: login }]);
  expect(actor.getSnapshot().context.password).toBe('');
});

test('a second attempt during the check starts nothing', async () => {
  let checks = 0;
  const { actor } = start(async () => {
    checks += 1;
    return login;
  });
  actor.send({ type: 'SIGN_IN', username: 'a@b.co' });
  await waitFor(actor, (state) => state.matches('signedIn'));
  expect(checks).toBe(1);
});

test.each([
  ['a refusal empties the password (S8-ERR-20)', async () => ({ ...login, status: false, data: null }), '', 1],
  ['a broken call keeps it', () => Promise.reject(new Error('away')), 'Secret1!', 0],
  ['so does a network without an answer', async () => ({ ...login, status: false, data: null, code: 'UNREACHABLE' }), 'Secret1!', 0],
  ['so does a server that was busy', async () => ({ ...login, status: false, data: null, code: 'RETRY' }), 'Secret1!', 0],
  ['so does a server that failed', async () => ({ ...login, status: false, data: null, code: 'INTERNAL' }), 'Secret1!', 0],
] as const)('back to editing: %s', async (_what, check, password, refusals) => {
  const { actor, emitted } = start(check as () => Promise<LoginAnswer>);
  await waitFor(actor, (state) => state.matches('editing'));
  expect(actor.getSnapshot().context).toEqual({ username: 'a@b.co', password, unanswered: refusals === 0 });
  expect(emitted).toHaveLength(refusals);
});
