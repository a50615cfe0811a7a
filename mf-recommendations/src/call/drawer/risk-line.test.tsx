import { act, render, screen, waitFor } from '@testing-library/react';
import { aDetail } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { anOptionCall, anOptionDetail } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { readOptionCall } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallDetail } from '@vimarsh/shared/contract/calls/types.ts';
import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import { readRiskProfile } from '@vimarsh/shared/contract/risk-profile/routes.ts';
import type { OwnRiskProfile, RiskCategory } from '@vimarsh/shared/contract/risk-profile/types.ts';
import { RISK_PROFILE } from '@vimarsh/shared/domain/routing/member-places.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test, vi } from 'vitest';
import { CallDrawer } from '../../equity/drawer/call-drawer.tsx';
import { OptionDrawer } from '../../options/option-drawer.tsx';

vi.mock('../../equity/drawer/call-chart.tsx', () => ({ CallChart: () => <p>the chart</p> }));
vi.mock('../../options/payoff-chart.tsx', () => ({ PayoffChart: () => <p>the payoff</p> }));

const answered = { version: '1', answered_at: '2026-11-02T06:30:00.000Z' };
const profileOf = (category: RiskCategory): OwnRiskProfile => ({
  profile: { ...answered, category, answers: {}, score: 40, valid_till: '2027-11-02' },
  history: [{ ...answered, category }],
});
const NONE: OwnRiskProfile = { profile: null, history: [] };
const ENDED: OwnRiskProfile = { profile: null, history: [{ ...answered, category: 'Conservative' }] };

function hostOf(risk: CannedAnswer, profession: Profession | null, ...calls: CannedAnswer[]) {
  const user = profession && { id: 'u1', full_name: 'Asha', profession, picture: '', email: '', verified: false, rank: null, is_admin: false };
  return fakeHost({ answers: [risk, ...calls], snapshot: { signedIn: user !== null, user } });
}
async function openCall(risk: CannedAnswer, change: Partial<CallDetail> = {}, profession: Profession | null = 'Retail Investor') {
  const host = hostOf(risk, profession, reply(readCall, aDetail(change)));
  render(<CallDrawer id="call_1" onClose={() => undefined} />, { wrapper: host.Wrapper });
  await screen.findByText('the chart');
  return host;
}
const asked = (host: ReturnType<typeof fakeHost>) => host.calls.filter(({ route }) => route === readRiskProfile).length;
/** Long enough for code and answer to have come. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 150)));

test('an open call above its reader’s profile says so in one line, with the way to the profile', async () => {
  await openCall(reply(readRiskProfile, profileOf('Moderate')));
  const line = await screen.findByRole('note');
  expect(line).toHaveTextContent('This call’s risk is Growth; your risk profile is Moderate. You answered on 2 Nov 2026. Your risk profile');
  expect(screen.getByRole('link', { name: 'Your risk profile' })).toHaveAttribute('href', RISK_PROFILE);
  // After the levels and before the reasons, where it moves no price.
  expect(screen.getByText('the chart').compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(line.compareDocumentPosition(screen.getByText('Order book grows.'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test.each<[what: string, risk: CannedAnswer, change: Partial<CallDetail>]>([
  ['as high as the call', reply(readRiskProfile, profileOf('Growth')), {}],
  ['above the call', reply(readRiskProfile, profileOf('Aggressive')), {}],
  ['there is none', reply(readRiskProfile, NONE), {}],
  ['it is over', reply(readRiskProfile, ENDED), {}],
  ['it can’t be read', refuse(readRiskProfile, 'INTERNAL', 'Something failed on our side.'), {}],
])('nothing is said where the profile is so: %s', async (_what, risk, change) => {
  const host = await openCall(risk, change);
  await waitFor(() => expect(asked(host)).toBe(1));
  await settle();
  expect(screen.queryByRole('note')).toBeNull();
  expect(document.body).not.toHaveTextContent(/risk profile/i);
  expect(host.notices).toEqual([]);
});

test.each<[who: string, change: Partial<CallDetail>, profession: Profession | null]>([
  ['experts', {}, 'Analyst'],
  ['visitors', {}, null],
  ['readers of a call that ended', { status: 'expired', ended_at: '2026-11-19T10:00:00.000Z' }, 'Retail Investor'],
])('no profile is asked for: %s', async (_who, change, profession) => {
  const host = await openCall(reply(readRiskProfile, profileOf('Conservative')), change, profession);
  await settle();
  expect(asked(host)).toBe(0);
  expect(screen.queryByRole('note')).toBeNull();
});

test('a tightened stop-loss leaves the band as it was published', async () => {
  await openCall(reply(readRiskProfile, profileOf('Growth')), { initial_stop_loss: 2600, stop_loss: 2990 });
  expect(await screen.findByRole('note')).toHaveTextContent('This call’s risk is Aggressive; your risk profile is Growth.');
});

test.each([
  [{}, 'Growth', 'This call’s risk is Aggressive; your risk profile is Growth.'],
  [{ defined_risk: false, max_loss: null }, 'Aggressive', 'This call’s risk is Very aggressive; your risk profile is Aggressive.'],
] as const)('an option call says so, too: %o', async (change, category, says) => {
  const host = hostOf(reply(readRiskProfile, profileOf(category)), 'Retail Investor', reply(readOptionCall, anOptionDetail(anOptionCall(change))));
  render(<OptionDrawer id="opt_1" onClose={() => undefined} />, { wrapper: host.Wrapper });
  expect(await screen.findByRole('note')).toHaveTextContent(says);
});
