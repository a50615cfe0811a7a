import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import { aDetail, aReceipt } from '@vimarsh/shared/contract/calls/call.testing.ts';
import type { CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import type { PublishedCall } from '@vimarsh/shared/contract/receipt/types.ts';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { publishingMachine } from '../../publishing/publishing.machine.ts';
import { type CallForm, emptyForm } from './call-form.ts';
import { type Check, EQUITY } from './equity-publishing.ts';

const publishMachine = publishingMachine<CallForm, CallDraft, Check, PublishedCall>(EQUITY);

const answer = <D>(data: D | null, overrides: Partial<Answer<D>> = {}): Answer<D> => ({
  status: data !== null,
  validation: '',
  redirect: '',
  data,
  ...overrides,
});
const green: Check = {
  rules: [{ id: 'rr', ok: true, level: 'block', label: 'Risk-reward', message: '' }],
  publishable: true,
  potential_return: 5,
  risk_reward: 2,
  recipients: 12,
};
const red: Check = {
  ...green,
  publishable: false,
  rules: [{ id: 'stop_loss', ok: false, level: 'block', label: 'Stop-loss', message: 'The stop-loss is more than 10% away.' }],
};
const full: Partial<CallForm> = { stock: 'TCS', entry_low: '3,000', target: '3150', stop_loss: '2925', valid_till: '2026-12-10' };

const published = (): PublishedCall => ({ ...aDetail(), receipt: aReceipt() });

function start(answers: { check?: () => Promise<Answer<Check>>; publish?: () => Promise<Answer<PublishedCall>> } = {}, form = emptyForm()) {
  const sent: { cid: string; draft: CallDraft }[] = [];
  let checks = 0;
  let cidsMade = 0;
  const machine = publishMachine.provide({
    actors: {
      check: fromPromise<Answer<Check>, { cid: string; draft: CallDraft }>(() => {
        checks += 1;
        return answers.check?.() ?? Promise.resolve(answer(green));
      }),
      publish: fromPromise<Answer<PublishedCall>, { cid: string; draft: CallDraft }>(({ input }) => {
        sent.push(input);
        return answers.publish?.() ?? Promise.resolve(answer(published()));
      }),
    },
  });
  const actor = createActor(machine, { input: { form, cid: 'cid_0', newCid: () => `cid_${++cidsMade}` } }).start();
  return { actor, sent, checks: () => checks, at: () => actor.getSnapshot(), context: () => actor.getSnapshot().context };
}
const settle = () => vi.advanceTimersByTimeAsync(600);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function reviewed(answers: Parameters<typeof start>[0] = {}) {
  const flow = start(answers);
  flow.actor.send({ type: 'edit', patch: full });
  flow.actor.send({ type: 'review' });
  await settle();
  expect(flow.at().value).toBe('reviewing');
  return flow;
}

describe('drafting', () => {
  test('nothing is checked while levels are missing', async () => {
    const flow = start();
    flow.actor.send({ type: 'edit', patch: { stock: 'TCS' } });
    await settle();
    expect(flow.at().value).toEqual({ drafting: 'rested' });
    expect(flow.checks()).toBe(0);
  });
  test('the rules are checked once, half a second after the last key', async () => {
    const flow = start();
    for (const target of ['3', '31', '315', '3150']) flow.actor.send({ type: 'edit', patch: { ...full, target } });
    await vi.advanceTimersByTimeAsync(499);
    expect(flow.checks()).toBe(0);
    await settle();
    expect(flow.checks()).toBe(1);
    expect(flow.context().check).toEqual(green);
    await settle();
    expect(flow.checks()).toBe(1);
  });
  test('an answer that arrives after another key is dropped', async () => {
    let release: (value: Answer<Check>) => void = () => {};
    const flow = start({ check: () => new Promise((resolve) => (release = resolve)) });
    flow.actor.send({ type: 'edit', patch: full });
    await settle();
    expect(flow.at().value).toEqual({ checking: 'whileDrafting' });
    flow.actor.send({ type: 'edit', patch: { target: '' } });
    release(answer(green));
    await settle();
    expect(flow.context().check).toBeNull();
    expect(flow.at().value).toEqual({ drafting: 'rested' });
  });
  test('the way on from the levels is open once they stand: gaps, and rules that a level breaks, are told at their fields first', async () => {
    const flow = start({ check: () => Promise.resolve(answer(red)) });
    flow.actor.send({ type: 'next' });
    expect(flow.context().step).toBe('levels');
    expect(Object.keys(flow.context().problems)).toEqual(['stock', 'entry_low', 'target', 'stop_loss', 'valid_till']);
    flow.actor.send({ type: 'edit', patch: full });
    await settle();
    flow.actor.send({ type: 'next' });
    expect(flow.context()).toMatchObject({ step: 'levels', refusals: 2, problems: { stop_loss: 'The stop-loss is more than 10% away.' } });
    // Somebody who wants to write the reasons first goes there by the list of steps.
    flow.actor.send({ type: 'go', step: 'rationale' });
    expect(flow.context().step).toBe('rationale');
  });
  test('reasons that are still to be written hold nobody at the levels', async () => {
    const unwritten: Check = {
      ...green,
      publishable: false,
      rules: [{ id: 'EQ-RATIONALE', ok: false, level: 'block', label: 'Reasons', message: 'Say why the price should get there.' }],
    };
    const flow = start({ check: () => Promise.resolve(answer(unwritten)) });
    flow.actor.send({ type: 'edit', patch: full });
    await settle();
    flow.actor.send({ type: 'next' });
    expect(flow.context()).toMatchObject({ step: 'rationale', refusals: 0 });
  });
  test('opening the preview with gaps marks each gap and goes to its step', () => {
    const flow = start();
    flow.actor.send({ type: 'go', step: 'rationale' });
    flow.actor.send({ type: 'review' });
    expect(flow.context().step).toBe('levels');
    expect(Object.keys(flow.context().problems)).toEqual(['stock', 'entry_low', 'target', 'stop_loss', 'valid_till']);
    flow.actor.send({ type: 'edit', patch: { target: '3150' } });
    expect(flow.context().problems.target).toBeUndefined();
    expect(flow.context().problems.stock).toBeDefined();
  });
});

describe('checking on the way to the preview', () => {
  test('a broken rule is shown at its field and the preview stays closed', async () => {
    const flow = start({ check: () => Promise.resolve(answer(red)) });
    flow.actor.send({ type: 'edit', patch: full });
    flow.actor.send({ type: 'review' });
    await settle();
    expect(flow.at().value).toEqual({ drafting: 'rested' });
    expect(flow.context().problems).toEqual({ stop_loss: 'The stop-loss is more than 10% away.' });
    expect(flow.context().step).toBe('levels');
  });
  test('when the server can’t be reached, the draft stays and a message says so', async () => {
    const flow = start({ check: () => Promise.reject(new Error('offline')) });
    flow.actor.send({ type: 'edit', patch: full });
    flow.actor.send({ type: 'review' });
    await settle();
    expect(flow.context().failure).toContain('Your draft is safe');
    expect(flow.context().form.target).toBe('3150');
  });
});

describe('publishing', () => {
  test('confirm sends the draft with its cid, once', async () => {
    const flow = await reviewed();
    flow.actor.send({ type: 'confirm' });
    flow.actor.send({ type: 'confirm' });
    await settle();
    expect(flow.at().value).toBe('published');
    expect(flow.sent).toHaveLength(1);
    expect(flow.sent[0]).toMatchObject({ cid: 'cid_0', draft: { stock: 'TCS', entry_low: 3000, entry_high: 3000, target: 3150, stop_loss: 2925 } });
  });
  test('a lost answer keeps the cid, so that resending is safe', async () => {
    let tries = 0;
    const flow = await reviewed({ publish: () => (++tries === 1 ? Promise.reject(new Error('cut')) : Promise.resolve(answer(published()))) });
    flow.actor.send({ type: 'confirm' });
    await settle();
    expect(flow.at().value).toBe('reviewing');
    expect(flow.context().failure).toContain('can’t be published twice');
    flow.actor.send({ type: 'confirm' });
    await settle();
    expect(flow.at().value).toBe('published');
    expect(flow.sent.map((one) => one.cid)).toEqual(['cid_0', 'cid_0']);
  });
  test('typing during publishing does not change what is sent', async () => {
    let release: (value: Answer<PublishedCall>) => void = () => {};
    const flow = await reviewed({ publish: () => new Promise((resolve) => (release = resolve)) });
    flow.actor.send({ type: 'confirm' });
    flow.actor.send({ type: 'edit', patch: { target: '9999' } });
    expect(flow.context().form.target).toBe('3150');
    release(answer(published()));
    await settle();
    expect(flow.at().value).toBe('published');
  });
  test('a refusal shows each rule at its field, and keeps the form and the intent, which an attempt before may have stored', async () => {
    const refusal = answer<PublishedCall>(null, {
      validation: 'This call breaks a publishing rule.',
      problems: [
        { path: 'draft.rationale.kill_criteria', message: 'Write at least 40 characters.' },
        { path: 'daily_limit', message: 'Ten calls a day are the limit.' },
      ],
    });
    const flow = await reviewed({ publish: () => Promise.resolve(refusal) });
    const formBefore = flow.context().form;
    flow.actor.send({ type: 'confirm' });
    await settle();
    expect(flow.at().value).toBe('refused');
    expect(flow.context()).toMatchObject({
      form: formBefore,
      cid: 'cid_0',
      step: 'rationale',
      problems: { kill_criteria: 'Write at least 40 characters.' },
      failure: 'This call breaks a publishing rule. Ten calls a day are the limit.',
    });
    flow.actor.send({ type: 'edit', patch: { kill_criteria: 'x' } });
    expect(flow.at().value).toEqual({ drafting: 'typing' });
  });
  test('a draft whose earlier attempt was stored is not judged as a second call: it is sent again, and the call that stands is shown', async () => {
    const flow = start({ check: () => Promise.resolve(answer({ ...red, already: true })) });
    flow.actor.send({ type: 'edit', patch: full });
    flow.actor.send({ type: 'review' });
    await settle();
    expect(flow.at().value).toBe('published');
    expect(flow.sent.map((one) => one.cid)).toEqual(['cid_0']);
  });
  test('once the intent has led to another call, the words that were changed since are a new one', async () => {
    const refusal = answer<PublishedCall>(null, { validation: 'Start again.', problems: [{ path: 'cid', message: 'Start again.' }] });
    const flow = await reviewed({ publish: () => Promise.resolve(refusal) });
    flow.actor.send({ type: 'confirm' });
    await settle();
    expect(flow.context().cid).toBe('cid_1');
  });
  test('after publishing, the next call starts empty with its own cid', async () => {
    const flow = await reviewed();
    flow.actor.send({ type: 'confirm' });
    await settle();
    flow.actor.send({ type: 'again' });
    expect(flow.context()).toMatchObject({ form: emptyForm(), cid: 'cid_1', step: 'levels', published: null });
  });
});

test('the machine of a kind knows its own form, draft, check and published call', () => {
  const { actor, context } = start();
  expectTypeOf(context().form).toEqualTypeOf<CallForm>();
  expectTypeOf(context().check).toEqualTypeOf<Check | null>();
  expectTypeOf(context().published).toEqualTypeOf<PublishedCall | null>();
  // @ts-expect-error No field of this form.
  const _wrongPatch = () => actor.send({ type: 'edit', patch: { legs: [] } });
  // @ts-expect-error The draft of this kind has no legs.
  const _wrongDraft = () => publishMachine.provide({ actors: { check: fromPromise(({ input }) => input.draft.legs) } });
});
