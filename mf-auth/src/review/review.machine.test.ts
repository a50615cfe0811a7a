import type { ReviewedDocument } from '@vimarsh/shared/contract/profile/types.ts';
import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { type DecisionAnswer, reviewMachine } from './review.machine.ts';

const document: ReviewedDocument = {
  id: 'd1',
  user_id: 'u1',
  full_name: 'Rakesh Tomar',
  profession: 'Analyst',
  type: 'pan_card',
  number_masked: 'ABCxxxx34F',
  reg_no: 'INH999900013',
  valid_to: '',
  submitted_at: '2026-11-20T04:30:00.000Z',
  link: '/media/kyc/d1',
  version: 'v1',
  same_number: [],
  first: null,
};
const waitingAnswer: DecisionAnswer = { status: true, validation: '', redirect: '', data: { outcome: 'waiting' }, extras: {} };

function start() {
  const send = vi.fn(async () => waitingAnswer);
  const actor = createActor(reviewMachine.provide({ actors: { send: fromPromise(({ input }) => send(...([input] as unknown as []))) } })).start();
  return { actor, send };
}

test('nothing is sent until it is confirmed, and a refusal needs a reason', async () => {
  const { actor, send } = start();
  actor.send({ type: 'DECIDE', document, decision: 'reject' });
  actor.send({ type: 'REASON', reason: '  too short ' });
  actor.send({ type: 'CONFIRM' });
  expect(actor.getSnapshot().value).toBe('confirming');
  expect(actor.getSnapshot().context.problem).toContain('Give a reason');
  actor.send({ type: 'REASON', reason: ' The name can’t be read. ' });
  expect(actor.getSnapshot().context.problem).toBe('');
  expect(send).not.toHaveBeenCalled();
  actor.send({ type: 'CONFIRM' });
  await waitFor(actor, (state) => state.matches('choosing'));
  expect(send.mock.calls).toEqual([[{ document_id: 'd1', version: 'v1', decision: 'reject', reason: 'The name can’t be read.' }]]);
});

test('a dismissed decision is forgotten; the admin’s own earlier reason is filled in again', async () => {
  const { actor, send } = start();
  actor.send({ type: 'DECIDE', document, decision: 'verify' });
  actor.send({ type: 'DISMISS' });
  expect(actor.getSnapshot().value).toBe('choosing');
  const first = { by: 'me', decision: 'reject' as const, reason: 'The name can’t be read.', at: '2026-11-20T05:00:00.000Z', mine: true };
  actor.send({ type: 'DECIDE', document: { ...document, first }, decision: 'reject' });
  expect(actor.getSnapshot().context.reason).toBe(first.reason);
  actor.send({ type: 'DISMISS' });
  actor.send({ type: 'DECIDE', document: { ...document, first: { ...first, mine: false } }, decision: 'reject' });
  expect(actor.getSnapshot().context.reason, 'one admin’s reason is not filled in for another').toBe('');
  expect(send).not.toHaveBeenCalled();
});

test('the outcome is reported, whatever it is', async () => {
  const { actor } = start();
  const listener = vi.fn();
  actor.on('decided', listener);
  actor.send({ type: 'DECIDE', document, decision: 'verify' });
  actor.send({ type: 'CONFIRM' });
  await waitFor(actor, (state) => state.matches('choosing'));
  expect(listener).toHaveBeenCalledWith({ type: 'decided', answer: waitingAnswer, decision: 'verify' });
});
