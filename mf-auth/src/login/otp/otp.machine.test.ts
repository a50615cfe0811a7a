import type { LoginAnswer } from '@vimarsh/shared/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { MobileNumber, Proof } from '../login.api.ts';
import { otpMachine, type Sent } from './otp.machine.ts';

const INDIA = { country_code: '+91', mobile: '9876543210' };
const ok = { status: true, validation: '', redirect: '', extras: {} };
const no = { ...ok, status: false, validation: 'X', data: null };
const sentAnswer = (resend_after: number): Sent => ({ ...ok, data: { resend_after } });
const login: LoginAnswer = { ...ok, data: { token: 't', redirect_url: '' } };

function start({
  generate = async () => sentAnswer(30),
  verify = async () => login,
}: {
  generate?: () => Promise<Sent>;
  verify?: (proof: Proof) => Promise<LoginAnswer>;
} = {}) {
  const emitted: unknown[] = [];
  const actor = createActor(
    otpMachine.provide({
      actors: { generate: fromPromise<Sent, MobileNumber>(generate), verify: fromPromise<LoginAnswer, Proof>(({ input }) => verify(input)) },
    }),
    { input: { kept: null } },
  );
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  const step = () => actor.getSnapshot().value;
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { actor, emitted, step, settle, otp: () => actor.getSnapshot().context.otp };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('notSent → sending → sent; in notSent nothing can be verified (S4-LOGIN-02, S4-LOGIN-03)', async () => {
  const { actor, step, settle } = start();
  actor.send({ type: 'VERIFY' });
  expect(step()).toBe('notSent');
  actor.send({ type: 'GENERATE', ...INDIA });
  expect(step()).toBe('sending');
  await settle();
  expect(step()).toEqual({ sent: 'waiting' });
});

test.each([async () => ({ ...no }) as Sent, () => Promise.reject(new Error('away'))])(
  'an OTP that was not sent leaves the number editable',
  async (generate) => {
    const { actor, step, settle } = start({ generate });
    actor.send({ type: 'GENERATE', ...INDIA });
    await settle();
    expect(step()).toBe('notSent');
  },
);

test('after an answer that got lost, the wait for another opens the field for the code that was sent, at that number alone', async () => {
  const answers: Sent[] = [
    { ...no, code: 'UNREACHABLE' },
    { ...no, code: 'OTP_WAIT', retry_after: 20 },
    { ...no, code: 'OTP_WAIT', retry_after: 20 },
  ];
  const { actor, step, settle } = start({ generate: async () => answers.shift()! });
  actor.send({ type: 'GENERATE', ...INDIA });
  await settle();
  actor.send({ type: 'GENERATE', ...INDIA, mobile: '9876543211' });
  await settle();
  expect(step(), 'nothing was asked for there').toBe('notSent');
  actor.send({ type: 'GENERATE', ...INDIA });
  await settle();
  expect(step()).toEqual({ sent: 'waiting' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(step()).toEqual({ sent: 'resendable' });
});

test('Change Number empties the OTP (S4-LOGIN-04, S4-LOGIN-A01)', async () => {
  const { actor, step, settle, otp } = start();
  actor.send({ type: 'GENERATE', ...INDIA });
  await settle();
  actor.send({ type: 'OTP', value: '12' });
  expect(otp()).toBe('12');
  actor.send({ type: 'CHANGE_NUMBER' });
  expect([step(), otp()]).toEqual(['notSent', '']);
});

test('resend is possible only after the server’s pause, and restarts it', async () => {
  let calls = 0;
  const { actor, step, settle } = start({
    generate: async () => {
      calls += 1;
      return sentAnswer(calls === 1 ? 30 : 60);
    },
  });
  actor.send({ type: 'GENERATE', ...INDIA });
  await vi.advanceTimersByTimeAsync(29_999);
  actor.send({ type: 'RESEND' });
  expect([step(), calls]).toEqual([{ sent: 'waiting' }, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(step()).toEqual({ sent: 'resendable' });
  actor.send({ type: 'RESEND' });
  await settle();
  expect([step(), calls]).toEqual([{ sent: 'waiting' }, 2]);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(step()).toEqual({ sent: 'waiting' });
});

test('a resend that was refused waits as long as the server says', async () => {
  let calls = 0;
  const { actor, step } = start({
    generate: async () => {
      calls += 1;
      return calls === 1 ? sentAnswer(0) : { ...no, retry_after: 20 };
    },
  });
  actor.send({ type: 'GENERATE', ...INDIA });
  await vi.advanceTimersByTimeAsync(1);
  actor.send({ type: 'RESEND' });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(step()).toEqual({ sent: 'waiting' });
  await vi.advanceTimersByTimeAsync(1001);
  expect(step()).toEqual({ sent: 'resendable' });
});

test('a refused OTP is emptied and reported, and the resend pause runs on (S8-ERR-36)', async () => {
  const { actor, step, settle, otp, emitted } = start({ verify: async () => ({ ...no }) });
  actor.send({ type: 'GENERATE', ...INDIA });
  await vi.advanceTimersByTimeAsync(29_000);
  actor.send({ type: 'OTP', value: '111111' });
  actor.send({ type: 'VERIFY' });
  await settle();
  expect([step(), otp()]).toEqual([{ sent: 'waiting' }, '']);
  expect(emitted).toEqual([{ type: 'refused', answer: no }]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(step()).toEqual({ sent: 'resendable' });
});

test('the tries left are known after a wrong OTP and forgotten with a new one', async () => {
  const { actor, settle } = start({ generate: async () => sentAnswer(0), verify: async () => ({ ...no, extras: { tries_left: 4 } }) });
  const left = () => actor.getSnapshot().context.triesLeft;
  actor.send({ type: 'GENERATE', ...INDIA });
  await settle();
  expect(left()).toBeUndefined();
  actor.send({ type: 'VERIFY' });
  await settle();
  expect(left()).toBe(4);
  await vi.advanceTimersByTimeAsync(1);
  actor.send({ type: 'RESEND' });
  await settle();
  expect(left()).toBeUndefined();
});

test('a try without an answer leaves the tries that are left as they were', async () => {
  const answers: LoginAnswer[] = [
    { ...no, extras: { tries_left: 2 } },
    { ...no, code: 'UNREACHABLE' },
    { ...no, code: 'RETRY' },
  ];
  const { actor, settle } = start({ verify: async () => answers.shift()! });
  actor.send({ type: 'GENERATE', ...INDIA });
  await settle();
  for (let tries = 0; tries < 3; tries += 1) {
    actor.send({ type: 'VERIFY' });
    await settle();
  }
  expect(actor.getSnapshot().context).toMatchObject({ triesLeft: 2, unanswered: true });
});

test('a verified OTP ends the flow; sign-up sends the new user’s details, sign-in none', async () => {
  const proofs: Proof[] = [];
  for (const newcomer of [undefined, { full_name: 'Asha Rao', expert: true }]) {
    const { actor, step, settle, emitted } = start({
      verify: async (proof) => {
        proofs.push(proof);
        return login;
      },
    });
    actor.send({ type: 'GENERATE', ...INDIA });
    await settle();
    actor.send({ type: 'OTP', value: '123456' });
    actor.send({ type: 'VERIFY', ...(newcomer && { newcomer }) });
    await settle();
    expect(step()).toBe('proven');
    expect(emitted).toEqual([{ type: 'proven', answer: login }]);
  }
  expect(proofs).toEqual([
    { ...INDIA, otp: '123456' },
    { ...INDIA, otp: '123456', newcomer: { full_name: 'Asha Rao', expert: true } },
  ]);
});
