import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { listSessions } from '@vimarsh/shared/contract/account/routes.ts';
import { readReferrals } from '@vimarsh/shared/contract/referrals/routes.ts';
import { deleteRiskProfile, readRiskProfile, saveRiskProfile } from '@vimarsh/shared/contract/risk-profile/routes.ts';
import type { OwnRiskProfile } from '@vimarsh/shared/contract/risk-profile/types.ts';
import { RISK_QUESTION_IDS, RISK_QUESTIONS } from '@vimarsh/shared/domain/risk/questions.ts';
import { RISK_PROFILE } from '@vimarsh/shared/domain/routing/member-places.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { afterEach, expect, test, vi } from 'vitest';
import { Page } from '../my-account.page.tsx';

const asha = { id: 'u1', full_name: 'Asha', profession: 'Retail Investor', picture: '', email: '', verified: false, rank: null, is_admin: false } as const;
const NONE: OwnRiskProfile = { profile: null, history: [] };
const ANSWERED = '2026-11-20T06:30:00.000Z';
const GROWTH = { category: 'Growth', version: '1', answered_at: ANSWERED } as const;
/** The first answer to each question. */
const FIRST = Object.fromEntries(RISK_QUESTION_IDS.map((question) => [question, RISK_QUESTIONS[question].answers[0]![0]]));
const DONE: OwnRiskProfile = { profile: { ...GROWTH, answers: FIRST, score: 60, valid_till: '2027-11-20' }, history: [GROWTH] };

function open(own: OwnRiskProfile, answers: CannedAnswer[] = [], snapshot: Partial<Snapshot> = {}) {
  const host = fakeHost({
    path: RISK_PROFILE,
    answers: [reply(readRiskProfile, own), reply(readReferrals, { own: null }), reply(listSessions, { sessions: [] }), ...answers],
    snapshot: { signedIn: true, user: asha, ...snapshot },
  });
  const view = render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser(), view };
}
afterEach(() => {
  cleanup();
  localStorage.clear();
});
const groups = () => screen.getAllByRole('radiogroup');
const answerOf = (question: number, answer: number) => within(groups()[question]!).getAllByRole('radio')[answer]!;
const saved = (host: ReturnType<typeof open>['host']) => host.calls.filter(({ route }) => route === saveRiskProfile).map(({ input }) => input.body);
const draft = () => JSON.parse(localStorage.getItem('vimarsh.risk-draft.u1') ?? 'null');

test('the tab says whether it is done, and nothing of it once somebody else is here (S3-STATE-20)', async () => {
  const { host } = open(DONE);
  expect(await screen.findByText('Done')).toBeVisible();
  expect(screen.getByText('Growth')).toHaveTextContent('Growth · 60 of 100 points');
  await act(() => host.session.signOut());
  expect(screen.queryByText('Done')).toBeNull();
  expect(screen.queryByText(/Growth/)).toBeNull();
  host.answer(reply(readRiskProfile, NONE));
  act(() => host.become({ signedIn: true, user: { ...asha, id: 'u2', full_name: 'Ravi' } }));
  expect(await screen.findByText('Not done')).toBeVisible();
  expect(document.body).not.toHaveTextContent('Growth');
});

test('ten questions, by mouse or keyboard; what was answered stays on the device until it is saved', async () => {
  const { host, user, view } = open(NONE, [reply(saveRiskProfile, DONE)]);
  expect(await screen.findByText('You have no risk profile. Answer ten questions, and calls whose risk is above yours say so.')).toBeVisible();
  expect(screen.getByText(/^It only warns. It never changes which calls you see or their order./)).toBeVisible();
  expect(groups()).toHaveLength(10);
  expect(groups()[0]).toHaveAccessibleName('1. How old are you?');
  for (let question = 0; question < 9; question += 1) await user.click(answerOf(question, 0));
  expect(screen.getByText(/^9 of 10 answered/)).toBeVisible();
  await waitFor(() => expect(Object.keys(draft().answers)).toHaveLength(9));

  view.unmount();
  render(<Page />, { wrapper: host.Wrapper });
  expect(await screen.findByText(/^9 of 10 answered/)).toBeVisible();
  expect(answerOf(3, 0)).toBeChecked();
  // From question to question by Tab, within one by the arrow keys.
  answerOf(8, 0).focus();
  await user.keyboard('{Tab}[Space]{ArrowDown}{ArrowUp}');
  expect(answerOf(9, 0)).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save risk profile' }));
  expect(await screen.findByText('Done')).toBeVisible();
  expect(saved(host)).toEqual([{ version: '1', answers: FIRST }]);
  expect(host.notices.at(-1)).toMatchObject({ text: 'Risk profile saved' });
  expect(screen.getByText('Growth')).toHaveFocus();
  expect(draft()).toBeNull();
});

test('what has no answer is said at its question and in all, the first of them has the focus, and nothing is sent', async () => {
  const { host, user } = open(NONE, [reply(saveRiskProfile, DONE)]);
  await screen.findByText('Not done');
  expect(screen.queryByText('Choose one of the answers')).toBeNull();
  for (const question of [0, 2, 3, 4, 5, 6, 8, 9]) await user.click(answerOf(question, 1));
  await user.click(screen.getByRole('button', { name: 'Save risk profile' }));
  expect(screen.getByRole('alert')).toHaveTextContent('2 questions have no answer yet.');
  const wrong = groups().flatMap((group, at) => (group.getAttribute('aria-invalid') ? [at] : []));
  expect(wrong).toEqual([1, 7]);
  for (const at of wrong) expect(groups()[at]).toHaveAccessibleDescription('Choose one of the answers');
  expect(answerOf(1, 0)).toHaveFocus();
  await user.click(answerOf(1, 2));
  expect(screen.getByRole('alert')).toHaveTextContent('1 question has no answer yet.');
  await user.click(answerOf(7, 2));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(saved(host)).toEqual([]);
});

test('what could not be saved keeps its answers', async () => {
  const { host, user } = open(NONE, [refuse(saveRiskProfile, 'RATE', 'Too many attempts. Wait a moment and try again.')]);
  await screen.findByText('Not done');
  for (let question = 0; question < 10; question += 1) await user.click(answerOf(question, 2));
  await user.click(screen.getByRole('button', { name: 'Save risk profile' }));
  await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ kind: 'error', text: 'Too many attempts. Wait a moment and try again.' }));
  expect(await screen.findByText('Too many attempts. Wait a moment and try again.')).toBeVisible();
  expect(screen.getByText(/^10 of 10 answered/)).toBeVisible();
  await waitFor(() => expect(Object.keys(draft().answers)).toHaveLength(10));
});

test('where the browser keeps nothing, it does not say that answers stay', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  try {
    const { user } = open(NONE);
    // From the start, before anything was to be kept.
    expect(await screen.findByText('0 of 10 answered. This browser keeps nothing, so save your answers before you leave this page.')).toBeVisible();
    await user.click(answerOf(0, 2));
    expect(await screen.findByText('1 of 10 answered. This browser keeps nothing, so save your answers before you leave this page.')).toBeVisible();
  } finally {
    full.mockRestore();
  }
});

test('a browser that keeps no more later on is not said to keep any more', async () => {
  const { user } = open(NONE);
  expect(await screen.findByText(/^0 of 10 answered\. Your answers stay on this device/)).toBeVisible();
  expect(Object.keys(localStorage).filter((key) => key.includes('probe'))).toEqual([]);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  try {
    await user.click(answerOf(0, 2));
    expect(await screen.findByText('1 of 10 answered. This browser keeps nothing, so save your answers before you leave this page.')).toBeVisible();
  } finally {
    full.mockRestore();
  }
});

test('a draft of other questions than today’s is none', async () => {
  localStorage.setItem('vimarsh.risk-draft.u1', JSON.stringify({ version: '0', answers: { age: 'under_30' }, saved_at: Date.now() }));
  open(NONE);
  expect(await screen.findByText(/^0 of 10 answered/)).toBeVisible();
});

test('the result says what it means, what it is for and how long it holds; answering again begins with the answers in force and can be left', async () => {
  const before = [GROWTH, { category: 'Conservative', version: '1', answered_at: '2025-10-01T06:30:00.000Z' } as const];
  const { user } = open({ ...DONE, history: before });
  expect(await screen.findByText('You can bear a loss that hurts, and wait.')).toBeVisible();
  expect(screen.getByText('Answered 20 Nov 2026, valid until 20 Nov 2027.')).toBeVisible();
  expect(screen.getByText(/It only warns. It never changes which calls you see or their order./)).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Earlier risk profiles' })).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('Conservative').closest('li')).toHaveTextContent('Conservative1 Oct 2025');
  await user.click(screen.getByRole('button', { name: 'Answer again' }));
  expect(screen.getByText(/^10 of 10 answered/)).toBeVisible();
  await user.click(answerOf(0, 3));
  await user.click(screen.getByRole('button', { name: 'Keep it as it is' }));
  expect(screen.getByText('Answered 20 Nov 2026, valid until 20 Nov 2027.')).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(draft()).toBeNull();
});

test('one that is over says so and counts as none', async () => {
  open({ profile: null, history: [{ ...GROWTH, answered_at: '2025-02-28T19:00:00.000Z' }] });
  expect(await screen.findByText('Ended')).toBeVisible();
  expect(screen.getByText(/^You answered on 1 Mar 2025: Growth. That held until 1 Mar 2026./)).toBeVisible();
  expect(screen.getByText(/^0 of 10 answered/)).toBeVisible();
});

test('deleting it asks once, and then there is none', async () => {
  const { host, user } = open(DONE, [reply(deleteRiskProfile, NONE)]);
  await user.click(await screen.findByRole('button', { name: 'Delete risk profile' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete risk profile' }));
  expect(host.calls.some(({ route }) => route === deleteRiskProfile)).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  await user.click(screen.getByRole('button', { name: 'Delete risk profile' }));
  host.answer(reply(readRiskProfile, NONE));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete risk profile' }));
  expect(await screen.findByText('Not done')).toBeVisible();
  expect(host.notices.at(-1)).toMatchObject({ text: 'Risk profile deleted' });
});

test('experts have no such tab, whatever the address says', async () => {
  const { host } = open(NONE, [], { user: { ...asha, profession: 'Analyst' } });
  expect(await screen.findByRole('tab', { name: 'Privacy' })).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Risk profile' })).toBeNull();
  expect(host.calls.some(({ route }) => route === readRiskProfile)).toBe(false);
});

test('a profile that can’t be read says so and offers a retry', async () => {
  open(NONE, [refuse(readRiskProfile, 'INTERNAL', 'Something failed on our side.', { request_id: 'r1' })]);
  expect(await screen.findByText('Could not load your risk profile.')).toBeVisible();
});
