import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { readProfile } from '@vimarsh/shared/contract/identity/routes.ts';
import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import { readKyc, updateProfile } from '@vimarsh/shared/contract/profile/routes.ts';
import type { KycDocument } from '@vimarsh/shared/contract/profile/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { type FakeHost, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser, type User } from '@vimarsh/shared/kit/user.testing.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { Toaster } from '@vimarsh/shared/ui/floats/toast.tsx';
import { afterEach, expect, test, vi } from 'vitest';
import { profileOf } from './profile.testing.ts';
import { Page } from './profile-update.page.tsx';

const ASHA = { id: 'u1', full_name: 'Asha', profession: 'Retail Investor', picture: '', email: '', verified: false, rank: null, is_admin: false } as const;

async function open(
  profession: Profession,
  { path = '/profile-update', documents = [] as KycDocument[], planDialog = false, profile = {}, snapshot = {} as Partial<Snapshot> } = {},
) {
  const profileAnswer = profileOf(profession, profile);
  const host = fakeHost({
    path,
    planDialog,
    snapshot,
    answers: [reply(readProfile, profileAnswer), reply(readKyc, { documents, registration: null }), reply(updateProfile, profileAnswer)],
  });
  render(<Page />, { wrapper: host.Wrapper });
  await screen.findByRole('form');
  return { host, user: aUser({ applyAccept: false }) };
}
const sent = (host: FakeHost) =>
  host.calls.filter(({ route }) => route === updateProfile).map(({ input }) => Object.fromEntries(input.body as unknown as FormData));
const save = (user: User) => user.click(screen.getByRole('button', { name: /^Save/ }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the address says which step is open, and pressing a step changes it (S2.6-DLG-19, S2.1-PARAM-01)', async () => {
  const { user } = await open('Analyst', { path: '/profile-update?active_step=2' });
  expect(screen.getAllByRole('tab')).toHaveLength(2);
  expect(screen.getByRole('tab', { name: '2 Verification' })).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('tab', { name: '1 Personal details' }));
  expect(location.search).toBe('?active_step=1');
  expect(await screen.findByRole('form', { name: 'Personal details' })).toBeVisible();
});

test('saving says Profile updated!, emits one event, drops the files and opens step 2 (S4-SAVE-03, S4-SAVE-05, S4-SAVE-O01, S4-SAVE-10, S4-SAVE-14, S2.6-DLG-20, S7-HTTP-07)', async () => {
  const { host, user } = await open('Analyst');
  const heard: object[] = [];
  host.session.listen('profile.updated', (payload) => heard.push(payload));
  await user.type(screen.getByLabelText('Company'), 'Rao Research');
  await user.upload(screen.getByLabelText('Picture'), new File(['x'], 'me.png', { type: 'image/png' }));
  await save(user);
  await screen.findByRole('form', { name: 'Verification' });
  expect(host.notices).toEqual([{ kind: 'success', title: 'Success', text: 'Profile updated!', ms: 3000 }]);
  expect(heard).toEqual([{ user_id: 'u1' }]);
  expect(sent(host)).toEqual([{ company: 'Rao Research', picture: expect.any(File) }]);
  await waitFor(() => expect(location.pathname + location.search).toBe('/profile-update?active_step=2'));
  await user.click(screen.getByRole('tab', { name: '1 Personal details' }));
  expect(screen.queryByText('me.png')).toBeNull();
  expect(screen.getByLabelText('Company'), 'the form shows what the server stored, not what was typed').toHaveValue('');
});

test('what is typed on the second step before the profile is read again stays', async () => {
  const { host, user } = await open('Market Expert');
  const analyst = profileOf('Analyst');
  let arrive: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (arrive = resolve));
  host.answer(
    reply(updateProfile, analyst),
    reply(readProfile, () => late.then(() => analyst)),
  );
  await user.selectOptions(screen.getByLabelText('Profession'), 'Analyst');
  await save(user);
  await user.type(await screen.findByLabelText('PAN'), 'ABCPE1234F');
  arrive();
  await waitFor(() => expect(host.calls.filter(({ route }) => route === readProfile)).toHaveLength(2));
  await act(() => late);
  expect(screen.getByLabelText('PAN')).toHaveValue('ABCPE1234F');
});

test('why a profile could not be saved stays by the form until it is changed', async () => {
  const { host, user } = await open('Analyst');
  host.answer(refuse(updateProfile, 'UNREACHABLE', 'We can’t reach the server.'));
  await user.type(screen.getByLabelText('Company'), 'Rao Research');
  await save(user);
  expect(await screen.findByText('We can’t reach the server.')).toBeVisible();
  await user.type(screen.getByLabelText('Company'), ' Ltd');
  expect(screen.queryByText('We can’t reach the server.')).toBeNull();
});

test('the notice stays for three seconds (S4-SAVE-13)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const host = fakeHost({
    path: '/profile-update',
    answers: [reply(readProfile, profileOf('Analyst')), reply(readKyc, { documents: [], registration: null }), reply(updateProfile, profileOf('Analyst'))],
  });
  render(
    <>
      <Page />
      <Toaster />
    </>,
    { wrapper: host.Wrapper },
  );
  await screen.findByRole('form');
  await save(aUser({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) }));
  await screen.findByText('Profile updated!');
  await act(() => vi.advanceTimersByTimeAsync(2700));
  expect(screen.getByText('Profile updated!')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(screen.queryByText('Profile updated!')).toBeNull();
});

test.each(['Retail Investor', 'Market Expert'] as const)('a %s goes on to the calls after the save (S4-SAVE-10, S4-SAVE-A02)', async (profession) => {
  const { user } = await open(profession);
  await save(user);
  await waitFor(() => expect(location.pathname).toBe('/experts-past-recommendations'));
});

test('a waiting plan leads to /pricing (S4-SAVE-09)', async () => {
  const { user } = await open('Retail Investor', { planDialog: true });
  await save(user);
  await waitFor(() => expect(location.pathname).toBe('/pricing'));
});

test('without a name nothing is sent; a refusal is shown at its field', async () => {
  const { host, user } = await open('Analyst');
  await user.clear(screen.getByLabelText('Full name'));
  await save(user);
  expect(screen.getByText('Field is required')).toBeVisible();
  expect(sent(host)).toEqual([]);
  host.answer(
    refuse(updateProfile, 'FILE_TYPE', 'This file is damaged. Choose another one.', {
      problems: [{ path: 'picture', message: 'This file is damaged. Choose another one.' }],
    }),
  );
  await user.type(screen.getByLabelText('Full name'), 'Asha');
  await save(user);
  expect(await screen.findByText('This file is damaged. Choose another one.')).toBeVisible();
  expect(screen.queryByText('Field is required')).toBeNull();
  expect(host.notices).toMatchObject([{ title: 'Oops! Something went wrong!', text: 'This file is damaged. Choose another one.' }]); // S8-ERR-O01
});

test('an investor is asked before becoming a Market Expert; the dialog closes with the save (S2.5-MENU-15, S2.5-MENU-O04, S4-SAVE-06)', async () => {
  const { host, user } = await open('Retail Investor', { snapshot: { signedIn: true, user: ASHA } });
  await user.click(screen.getByRole('button', { name: 'Become a Market Expert' }));
  const dialog = await screen.findByRole('dialog', { name: 'Become a Market Expert' });
  expect(dialog).toHaveTextContent(
    'Market Experts are registered with SEBI and publish calls. Your profession changes now; you can publish once your documents are verified and you have a Publisher plan.You can’t change back to Retail Investor.',
  );
  expect(sent(host), 'nothing is saved before the answer').toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Stay a Retail Investor' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Become a Market Expert' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Become a Market Expert' }));
  await waitFor(() => expect(sent(host)).toEqual([{ profession: 'Market Expert' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('where the Publisher plan is sold to nobody, the dialog names what is needed there', async () => {
  const environment = { ...ENVIRONMENTS[0]!, tier: 'brokerWithoutPlans' as const };
  const { user } = await open('Retail Investor', { snapshot: { signedIn: true, user: ASHA, environment } });
  await user.click(screen.getByRole('button', { name: 'Become a Market Expert' }));
  const dialog = await screen.findByRole('dialog', { name: 'Become a Market Expert' });
  expect(dialog).toHaveTextContent('you can publish once your documents are verified and your partner grants it.');
  expect(dialog).not.toHaveTextContent(/plan/i);
});

const labels = () =>
  [...document.querySelectorAll<HTMLInputElement>('form :is(input, select, textarea)')].map(
    (field) => (document.getElementById(field.getAttribute('aria-labelledby') ?? '') ?? field.labels?.[0])?.textContent,
  );

test('two steps, personal details and documents; experts have more of both (S2.6-DLG-O05)', async () => {
  const you = ['Picture', 'Full name', 'E-mail', 'Mobile number'];
  const papers = ['PAN card file', 'PAN', 'Masked Aadhaar file', 'Last four digits of the Aadhaar'];
  await open('Retail Investor');
  expect(labels()).toEqual([...you, 'Address']);
  cleanup();
  await open('Retail Investor', { path: '/profile-update?active_step=2' });
  expect(labels()).toEqual(papers);
  cleanup();
  await open('Broker');
  const work = ['About you', 'Company', 'Institute', 'GST number', 'Website', 'LinkedIn', 'Facebook', 'Telegram', 'YouTube'];
  expect(labels()).toEqual([...you, 'Profession', 'Address', 'Cover picture', ...work]);
  cleanup();
  await open('Broker', { path: '/profile-update?active_step=2' });
  const registration = ['SEBI certificate file', 'SEBI registration number', 'Registration valid until'];
  const nism = ['NISM certificate file', 'NISM certificate number', 'NISM certificate valid until'];
  expect(labels()).toEqual([...papers, ...registration, ...nism, 'Broker registration number']);
});

test('a verified name says what a new one needs, and takes the certificate beside it', async () => {
  const { host, user } = await open('Analyst', { profile: { sebi_certificate_status: 'Verified', pan_card_status: 'Verified' } });
  const name = screen.getByLabelText('Full name');
  expect(name).toHaveAccessibleDescription('Verified. To change your name, add the SEBI certificate that shows the new one.');
  expect(screen.queryByLabelText(/with the new name/)).toBeNull();
  await user.clear(name);
  await user.type(name, 'Asha Menon');
  const message = 'Add the SEBI certificate that shows your new name. It is reviewed again.';
  host.answer(refuse(updateProfile, 'BAD_REQUEST', message, { problems: [{ path: 'sebi_certificate', message }] }));
  await save(user);
  expect(await screen.findByText(message)).toBeVisible();
  host.answer(reply(updateProfile, profileOf('Analyst')));
  await user.upload(screen.getByLabelText('SEBI certificate with the new name'), new File(['x'], 'certificate.pdf', { type: 'application/pdf' }));
  await save(user);
  await waitFor(() => expect(sent(host).at(-1)).toEqual({ full_name: 'Asha Menon', sebi_certificate: expect.any(File) }));
});

test('each document shows its state, and the reviewer’s reason at its field; numbers on record stay masked', async () => {
  const document: KycDocument = { id: 'd', type: 'pan_card', status: 'Rejected', reason: 'The name can’t be read.', number_masked: '', submitted_at: '' };
  await open('Analyst', {
    path: '/profile-update?active_step=2',
    documents: [document],
    profile: { pan_card_status: 'Rejected', aadhar_card_status: 'Verified', pan_card_number: 'ABCxxxx34F' },
  });
  expect(screen.getByText('Rejected: The name can’t be read.')).toBeVisible();
  expect(within(screen.getByRole('group', { name: 'Masked Aadhaar' })).getByText('Verified')).toBeVisible();
  expect(within(screen.getByRole('group', { name: 'NISM certificate' })).getByText('Not submitted')).toBeVisible();
  expect(screen.getByText('On record: ABCxxxx34F')).toBeVisible();
  expect(screen.getByLabelText('PAN')).toHaveValue('');
});

test('a file that is too large is not sent', async () => {
  const { host, user } = await open('Analyst');
  await user.upload(screen.getByLabelText('Picture'), new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }));
  expect(screen.getByLabelText('Picture')).toHaveAccessibleDescription('This file is larger than 2 MB. Choose a smaller one.');
  expect(screen.getByLabelText('Picture')).toBeInvalid();
  await save(user);
  await waitFor(() => expect(sent(host)).toEqual([{}]));
});

test('a document chosen for a new name is not sent once the old name stands there again: it would be reviewed anew for nothing', async () => {
  const { host, user } = await open('Analyst', { profile: { full_name: 'Asha Rao', sebi_certificate_status: 'Verified' } });
  const name = screen.getByLabelText('Full name');
  await user.type(name, 'a');
  await user.upload(screen.getByLabelText('SEBI certificate with the new name'), new File(['x'], 'proof.pdf', { type: 'application/pdf' }));
  await user.type(name, '{Backspace}');
  expect(screen.queryByLabelText('SEBI certificate with the new name')).toBeNull();
  await user.type(screen.getByLabelText('Company'), 'Rao Research');
  await save(user);
  await waitFor(() => expect(sent(host)).toEqual([{ company: 'Rao Research' }]));
});
