import type { LoginAnswer } from '@vimarsh/shared/session';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Handed } from '../login-query.ts';
import { brokerReturnMachine, type Return, type Shared } from './broker-return.machine.ts';

const answer = (more: object) => ({ status: true, validation: '', redirect: '', data: null, extras: {}, ...more });

describe('coming back', () => {
  const handed = { token: 'T1', url: 'http://x/login?code=T1' };
  const comeBack = async (input: Partial<Return>, given: { share?: object; levelTwo?: object | Error } = {}) => {
    const calls: string[] = [];
    const actor = createActor(
      brokerReturnMachine.provide({
        actors: {
          share: fromPromise<Shared, { url: string }>(async () => {
            calls.push('share');
            return answer(given.share ?? {}) as Shared;
          }),
          levelTwo: fromPromise<LoginAnswer, { brokerId: number; handed: Handed }>(async ({ input: { brokerId } }) => {
            calls.push(`levelTwo ${brokerId}`);
            if (given.levelTwo instanceof Error) throw given.levelTwo;
            return answer(given.levelTwo ?? {}) as LoginAnswer;
          }),
        },
      }),
      { input: { brokerId: 12, handed, sio: false, url: handed.url, ...input } },
    );
    const emitted: string[] = [];
    actor.on('*', (event) => void emitted.push(event.type));
    actor.start();
    const end = await waitFor(actor, (now) => now.status === 'done');
    return { end: end.value, calls, emitted };
  };
  test('the token is exchanged', async () => expect(await comeBack({})).toEqual({ end: 'signedIn', calls: ['levelTwo 12'], emitted: ['signedIn'] }));
  test('after a refusal or a lost connection the login is shown again', async () => {
    expect(await comeBack({}, { levelTwo: { status: false } })).toEqual({ end: 'refused', calls: ['levelTwo 12'], emitted: ['refused'] });
    expect(await comeBack({}, { levelTwo: new Error('offline') })).toMatchObject({ end: 'refused' });
    expect(await comeBack({ handed: null })).toEqual({ end: 'refused', calls: [], emitted: ['refused'] });
  });
  test('one partner’s users get an address of ours first', async () => {
    expect(await comeBack({ sio: true }, { share: { redirect: '/login?code=T1' } })).toEqual({ end: 'moved', calls: ['share'], emitted: ['moved'] });
    expect(await comeBack({ sio: true }, { share: { status: false } })).toMatchObject({ end: 'refused', calls: ['share'] });
  });
});
