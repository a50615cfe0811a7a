import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readExpertRegister } from '@vimarsh/shared/contract/expert-register/routes.ts';
import type { RegisteredExpert } from '@vimarsh/shared/contract/expert-register/types.ts';
import { readText } from '@vimarsh/shared/contract/texts/routes.ts';
import { aText } from '@vimarsh/shared/contract/texts/text.testing.ts';
import type { TextDocument } from '@vimarsh/shared/contract/texts/types.ts';
import { BOOK_DEMO } from '@vimarsh/shared/domain/routing/places.ts';
import { SET_PREFIXES, textAt } from '@vimarsh/shared/domain/routing/texts.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { ANSWERS } from '@vimarsh/shared/session/reach.ts';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import manifest from '../module.json' with { type: 'json' };
import { Page } from './document/document.page.tsx';
import { SET_PAGES } from './document/set-pages.tsx';
import { TEXT_ROUTE } from './document/use-text.ts';

const open = (path: string, ...answers: CannedAnswer[]) => render(<Page />, { wrapper: fakeHost({ path, answers }).Wrapper });
const says = (changes: Partial<TextDocument> = {}): CannedAnswer => ({
  route: TEXT_ROUTE,
  answer: () => ({ status: true, validation: '', redirect: '', data: readText.data.parse(aText(changes)), extras: {} }),
});
const section = (id: string, title: string, text: string) => ({ id, title, blocks: [{ kind: 'text' as const, text }], questions: [] });
const question = (id: string, words: string, answer: string) => ({ id, question: words, answer: [{ kind: 'text' as const, text: answer }] });

const TERMS = says({
  title: 'Terms and conditions',
  intro: 'The agreement about the research on Neem Securities.',
  sections: [
    section('parties', 'Who the parties are', 'The research comes from **us**.'),
    section('fees', 'Fees', 'No cash. See [refunds](/retail-side/racp).'),
    { ...section('mitc', 'Most important terms', ''), blocks: [{ kind: 'numbered' as const, items: ['Research only.', 'No cash.'] }] },
    section('law', 'Law', 'The law of India applies.'),
  ],
});

test('the route by hand is the contract’s', () => {
  expect([TEXT_ROUTE.method, TEXT_ROUTE.path, TEXT_ROUTE.access]).toEqual([readText.method, readText.path, readText.access]);
  expect(TEXT_ROUTE.data.safeParse(aText())).toEqual({ success: true, data: aText() });
  for (const wrong of [null, 'words', {}, { sections: 'none' }]) expect(TEXT_ROUTE.data.safeParse(wrong).success).toBe(false);
});

test('every set has its pages, and every page a text’s address, open to everyone but one (S2.3-MISC-A01, S2.3-MISC-O02)', () => {
  const open_ = manifest.routes.filter(({ guard }) => guard === 'open').map(({ path }) => path);
  const texts = manifest.routes.filter(({ page }) => page === 'document');
  expect(texts.filter(({ guard }) => guard !== 'open').map(({ path }) => path)).toEqual(['/broker-disclaimer', '/book-demo']);
  for (const desk of ['/demo-bookings', '/support-desk']) expect(open_).not.toContain(desk);
  for (const prefix of Object.values(SET_PREFIXES)) for (const [name] of SET_PAGES) expect(open_).toContain(`${prefix}/${name}`);
  for (const { path } of texts) if (path !== BOOK_DEMO) expect(textAt(path), path).not.toBeNull();
  expect(new Set(manifest.routes.map(({ path }) => path)).size).toBe(manifest.routes.length);
});

test('a text has its heading, numbered sections, a linked contents list, version, owner and source (S2.3-RETAIL-01)', async () => {
  open('/retail-side/terms-condition', TERMS);
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeInTheDocument();
  expect(screen.getByText('Version 1.0.0 · in force from 20 Nov 2026')).toBeInTheDocument();
  expect(screen.getByText('Responsible: Content and compliance team. Source: Own wording.')).toBeInTheDocument();
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Who the parties are', 'Fees', 'Most important terms', 'Law']);
  for (const link of links) {
    const section = document.querySelector(link.getAttribute('href')!);
    expect(section).toHaveAccessibleName(new RegExp(`^\\d\\. ${link.textContent}$`));
    // What binds stays English, and is read out as English, for who reads Hindi too.
    for (const words of [section, link]) expect(words?.closest('[lang]')).toHaveAttribute('lang', 'en');
  }
  expect(screen.getByRole('link', { name: 'refunds' })).toHaveAttribute('href', '/retail-side/racp');
  expect(screen.getByText('us').tagName).toBe('STRONG');
  const others = within(screen.getByRole('navigation', { name: 'For investors' })).getAllByRole('link');
  expect(others.map((link) => link.getAttribute('href'))).toEqual(SET_PAGES.map(([name]) => `/retail-side/${name}`));
  expect(screen.getByRole('link', { name: 'Terms' })).toHaveAttribute('aria-current', 'page');
});

test('markup of a text stays text', async () => {
  open('/retail-side/terms-condition', says({ sections: [section('a', 'A', '<img src=x onerror=alert(1)> [out](https://evil.example)')] }));
  expect(await screen.findByText('<img src=x onerror=alert(1)> [out](https://evil.example)')).toBeInTheDocument();
  expect(document.querySelector('article a, article img')).toBeNull();
});

test('a search keeps the sections that contain every word under their own numbers, which people cite, and says how many', async () => {
  open('/retail-side/terms-condition', TERMS);
  const search = await screen.findByRole('searchbox', { name: 'Search this page' });
  await userEvent.type(search, 'CASH no');
  expect(screen.getByText('2 of 4 sections')).toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['2. Fees', '3. Most important terms']);
  await userEvent.type(search, 'xyzzy');
  await userEvent.click(screen.getByRole('button', { name: 'Show the whole page' }));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThanOrEqual(4);
});

describe('questions', () => {
  const FAQ = says({
    sections: [
      {
        id: 'calls',
        title: 'Calls',
        blocks: [],
        questions: [question('what', 'What is a call?', 'Research on one stock.'), question('end', 'How does it end?', 'By the **price**, after days.')],
      },
      { id: 'refunds', title: 'Refunds', blocks: [], questions: [question('much', 'How much?', 'By days.'), question('time', 'How long?', 'Seven days.')] },
    ],
  });

  test('are closed until they are pressed, and open for print (S1-FEAT-09, S2.3-RETAIL-02)', async () => {
    open('/retail-side/faq', FAQ);
    const asked = await screen.findByText('What is a call?');
    const answer = asked.closest('details')!;
    expect(answer).not.toHaveAttribute('open');
    await userEvent.click(asked);
    expect(answer).toHaveAttribute('open');
    dispatchEvent(new Event('beforeprint'));
    expect(document.querySelectorAll('article details[open]')).toHaveLength(4);
    dispatchEvent(new Event('afterprint'));
    expect(document.querySelectorAll('article details[open]')).toHaveLength(1);
  });

  test('are found by group, question and answer, and stand open then', async () => {
    open('/retail-side/faq', FAQ);
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search the questions' }), 'refunds DAYS');
    expect(screen.getByText('2 of 4 questions')).toBeInTheDocument();
    expect([...document.querySelectorAll<HTMLDetailsElement>('article details')].map(({ open: isOpen }) => isOpen)).toEqual([true, true]);
  });
});

describe('versions', () => {
  const versions: TextDocument['versions'] = [
    { version: '1.2.0', effective: '2027-01-01', state: 'coming', changes: ['Shorter.'], sections: [{ title: 'Fees', how: 'changed' }] },
    { version: '1.1.0', effective: '2026-11-23', state: 'in-force', changes: ['A complaint table.'], sections: [{ title: 'Complaints', how: 'new' }] },
    { version: '1.0.0', effective: '2026-11-20', state: 'past', changes: [], sections: [] },
  ];
  test('what changed stands below, each version to be read', async () => {
    open('/vimarsh-compliance', says({ version: '1.1.0', versions }));
    await userEvent.click(await screen.findByText('What changed'));
    expect(screen.getByText('New section: “Complaints”')).toBeInTheDocument();
    expect(screen.getByText('A complaint table.')).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Read it' }).map((link) => link.getAttribute('href'))).toEqual([
      '/vimarsh-compliance?version=1.2.0',
      '/vimarsh-compliance?version=1.0.0',
    ]);
    expect(screen.getByRole('note')).toHaveTextContent('A new version takes effect on 1 Jan 2027. Read version 1.2.0');
  });

  test('a version that is not in force says so', async () => {
    open('/vimarsh-compliance?version=1.0.0', says({ version: '1.0.0', state: 'past', versions }));
    expect(await screen.findByRole('note')).toHaveTextContent('This is version 1.0.0, which is no longer in force. Read the version in force');
  });

  test('the files to keep stand at the version in force only, because they hold no other', async () => {
    open('/retail-side/terms-condition', says({ version: '1.1.0', versions }));
    expect(await screen.findByRole('link', { name: 'Terms (PDF)' })).toHaveAttribute('href', '/media/terms.pdf');
    cleanup();
    open('/retail-side/terms-condition?version=1.0.0', says({ version: '1.0.0', state: 'past', versions }));
    await screen.findByRole('note');
    expect(screen.queryByRole('link', { name: 'Terms (PDF)' })).not.toBeInTheDocument();
  });

  test('one that never was leads to the one in force', async () => {
    open('/vimarsh-compliance?version=9.9.9', refuse(TEXT_ROUTE, 'NOT_FOUND', 'We could not find that.'));
    expect(await screen.findByText('There is no such version.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Read the version in force' })).toHaveAttribute('href', '/vimarsh-compliance');
  });
});

test('a text that can’t be loaded says so', async () => {
  open('/retail-side/faq', refuse(TEXT_ROUTE, 'INTERNAL', 'Something failed.'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load this page.');
});

test('a text that does not come is said to take long, whatever its version, and another try brings it', async () => {
  vi.useFakeTimers();
  try {
    const host = fakeHost({ path: '/retail-side/faq?version=1.0.0', answers: [{ route: TEXT_ROUTE, answer: () => new Promise<never>(() => undefined) }] });
    render(<Page />, { wrapper: host.Wrapper });
    await act(() => vi.advanceTimersByTimeAsync(8100));
    expect(screen.getByText('This takes longer than it should.')).toBeVisible();
    host.answer(TERMS);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test('a text that got no answer comes by itself when the server answers again, and the words that said so stand until then', async () => {
  const host = fakeHost({ path: '/retail-side/terms-condition', answers: [refuse(TEXT_ROUTE, 'UNREACHABLE', '')] });
  render(<Page />, { wrapper: host.Wrapper });
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load');
  host.answer(TERMS);
  act(() => void dispatchEvent(new Event(ANSWERS)));
  expect(screen.getByRole('alert')).toHaveTextContent('Could not load');
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeInTheDocument();
});

describe('the first pages', () => {
  const SECTIONS = [section('different', 'What is different here', 'Every call stays.'), section('steps', 'Five steps', 'Eligibility.')];
  const landing = (path: string) => open(path, says({ title: 'For investors', intro: 'Calls that stay.', sections: SECTIONS }));

  test('of investors says what this is and leads to sign-up and to closed calls (S2.2-ROUTE-11)', async () => {
    landing('/retail-investors');
    expect(await screen.findByText('Calls that stay.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/login?plan=register');
    expect(screen.getByRole('link', { name: 'See closed calls' })).toHaveAttribute('href', '/');
    expect(screen.getAllByRole('region').map((region) => region.getAttribute('id'))).toEqual(['different', 'steps']);
    expect(screen.getByText(/^Version 1\.0\.0 · in force from 20 Nov 2026\. Responsible: Content and compliance team\./)).toBeInTheDocument();
  });

  test('of brokers has live widgets behind its first section, and a form that knows who writes (S2.2-ROUTE-10)', async () => {
    landing('/business-partners');
    await screen.findByText('Calls that stay.');
    expect(screen.getAllByRole('region').map((region) => region.getAttribute('id'))).toEqual(['different', 'widgets', 'steps', 'ticket']);
    expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '#ticket');
    expect(screen.getByRole('link', { name: 'Try the widgets' })).toHaveAttribute('href', '/business-partners/widgets');
    expect(await screen.findByRole('combobox', { name: 'What is it about?' })).toHaveTextContent('I write for a broker');
  });

  test('are in the menu of visitors (S2.2-MENU-03)', () => {
    expect(manifest.routes.find(({ path }) => path === '/retail-investors')?.menu).toMatchObject({ label: 'For investors', for: 'visitors' });
  });
});

describe('without the frame', () => {
  beforeEach(() => document.documentElement.setAttribute('data-layout', 'bare'));
  afterEach(() => document.documentElement.removeAttribute('data-layout'));
  test('what widgets link to has no links to other pages of ours', async () => {
    open('/widget-sa-disclaimer', TERMS);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('navigation', { name: 'For investors' })).not.toBeInTheDocument();
  });
});

describe('the register of experts', () => {
  const expert = (full_name: string, changes: Partial<RegisteredExpert> = {}): RegisteredExpert => ({
    user_id: full_name,
    full_name,
    profession: 'Analyst',
    city: 'Pune',
    reg_no: 'INH999900001',
    valid_to: '2029-03-31',
    nism_expiry: '2028-06-30',
    state: 'verified',
    ...changes,
  });
  const experts = [
    expert('Ananya Rao'),
    expert('Farida Contractor', { profession: 'Financial Advisor', city: 'Mumbai', reg_no: 'INA999900003', state: 'expiring' }),
    expert('Udit Vyas', { city: 'Jaipur', reg_no: 'INZ999900016', state: 'suspended' }),
    expert('Vikram Desai', { state: 'review', review_since: '2026-11-20T03:00:00.000Z' }),
    expert('Zoya Khan', { state: 'review', review_since: '2026-11-20T03:00:00.000Z', valid_to: '', nism_expiry: '' }),
  ];
  const rules = says({ title: 'Compliance of experts', sections: [section('rules', 'What every expert is held to', 'One open call.')] });
  const openRegister = (...answers: CannedAnswer[]) => open('/vimarsh-compliance-experts', rules, ...answers);

  test('shows number, type, validity and status of each expert, suspended ones included (S2.2-ROUTE-22)', async () => {
    openRegister(reply(readExpertRegister, { as_of: '2026-11-20T04:30:00Z', experts }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Compliance of experts' })).toBeInTheDocument();
    const rows = within(await screen.findByRole('table', { name: 'Register of experts' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'Ananya RaoAnalyst · PuneIn forceINH999900001Research analyst31 Mar 2029NISM 30 Jun 2028',
      'Farida ContractorFinancial Advisor · MumbaiEnds soonINA999900003Investment adviser31 Mar 2029NISM 30 Jun 2028',
      'Udit VyasAnalyst · JaipurSuspendedINZ999900016Stock broker31 Mar 2029NISM 30 Jun 2028',
      'Vikram DesaiAnalyst · PuneUnder reviewINH999900001Research analyst31 Mar 2029NISM 30 Jun 2028A change is under review since 20 Nov 2026',
      'Zoya KhanAnalyst · PuneUnder reviewINH999900001Research analystA change is under review since 20 Nov 2026',
    ]);
    expect(screen.getByText('As of 20 Nov 2026, 10:00 IST')).toBeInTheDocument();
  });

  test('is searchable by name, number or town, and says that nobody else may publish', async () => {
    openRegister(reply(readExpertRegister, { as_of: '2026-11-20T04:30:00Z', experts }));
    const search = await screen.findByRole('searchbox', { name: 'Search name, number or town' });
    await screen.findByText('5 of 5 experts');
    await userEvent.type(search, 'mumbai ina9');
    expect(screen.getByText('1 of 5 experts')).toBeInTheDocument();
    expect(within(screen.getByRole('table', { name: 'Register of experts' })).getByRole('rowheader')).toHaveTextContent('Farida Contractor');
    await userEvent.type(search, 'x');
    expect(screen.getByText('Only experts in this register can publish here.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show all experts' }));
    expect(screen.getByText('5 of 5 experts')).toBeInTheDocument();
  });

  test('that can’t be loaded says so; the rules stay', async () => {
    openRegister(refuse(readExpertRegister, 'INTERNAL', 'Something went wrong.'));
    expect(await screen.findByText('Could not load the register.')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: /What every expert is held to/ })).toBeInTheDocument();
  });
});

test('axe finds nothing on a page of sections and one of questions', async () => {
  const { unmount } = open('/retail-side/terms-condition', TERMS);
  await screen.findByRole('heading', { level: 1 });
  const faults = async () =>
    (await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })).violations.map(({ id }) => id);
  expect(await faults()).toEqual([]);
  unmount();
  open('/retail-side/faq', says());
  await screen.findByRole('heading', { level: 1 });
  expect(await faults()).toEqual([]);
});
