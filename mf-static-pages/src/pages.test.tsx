import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readExpertRegister } from '@vimarsh/shared/contract/expert-register/routes.ts';
import type { RegisteredExpert } from '@vimarsh/shared/contract/expert-register/types.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { describe, expect, test } from 'vitest';
import manifest from '../module.json' with { type: 'json' };
import { Page as CompliancePage } from './compliance/compliance.page.tsx';
import { Page as ExpertsCompliancePage } from './compliance/experts-compliance.page.tsx';
import { Page as BrokerDisclaimerPage } from './disclaimer/broker-disclaimer.page.tsx';
import { Page as FaqPage } from './faq/faq.page.tsx';
import { Page as TermsPage } from './terms/terms.page.tsx';

const visit = (Page: typeof FaqPage, page = {}) => render(<Page />, { wrapper: fakeHost({ page }).Wrapper });

test('every path is open to everyone except the broker’s disclaimer for signed-in users (S2.3-MISC-A01, S2.3-MISC-O02)', () => {
  expect(manifest.routes.map(({ path, guard }) => [path, guard])).toEqual([
    ['/retail-side/faq', 'open'],
    ['/retail-side/terms-condition', 'open'],
    ['/broker/disclaimer', 'open'],
    ['/broker-disclaimer', 'token'],
    ['/widget-broker-disclaimer', 'open'],
    ['/widget-sa-disclaimer', 'open'],
    ['/vimarsh-compliance', 'open'],
    ['/vimarsh-compliance-experts', 'open'],
    ['/widget-vimarsh-compliance', 'open'],
  ]);
});

test('FAQs render questions and answers for a visitor (S1-FEAT-09, S2.3-RETAIL-02)', async () => {
  visit(FaqPage);
  expect(screen.getByRole('heading', { level: 1, name: 'FAQs' })).toBeInTheDocument();
  const question = screen.getByText('Do you trade for me?');
  const answer = question.closest('details')!;
  expect(answer).not.toHaveAttribute('open');
  await userEvent.click(question);
  expect(answer).toHaveAttribute('open');
  expect(answer).toHaveTextContent('You place and confirm every order yourself');
});

test('a search opens and counts the questions that contain every word', async () => {
  visit(FaqPage);
  const search = screen.getByRole('searchbox', { name: 'Search the questions' });
  await userEvent.type(search, 'REFUND days');
  const found = [...document.querySelectorAll<HTMLDetailsElement>('article details')];
  expect(found.length).toBeGreaterThan(0);
  for (const item of found) {
    expect(item.open).toBe(true);
    expect(item.closest('section')!.textContent).toMatch(/refund/i);
    expect(item).toHaveTextContent(/days/i);
  }
  expect(screen.getByText(new RegExp(`^${found.length} of \\d+ questions$`))).toBeInTheDocument();
  await userEvent.clear(search);
  await userEvent.type(search, 'xyzzy');
  await userEvent.click(screen.getByRole('button', { name: 'Show all questions' }));
  expect(document.querySelectorAll<HTMLDetailsElement>('article details').length).toBeGreaterThan(20);
});

test('the terms render a heading, sections, a linked contents list, version and date (S2.3-RETAIL-01)', () => {
  visit(TermsPage);
  expect(screen.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeInTheDocument();
  expect(screen.getByText('Version 1.0.0 · in force from 20 Nov 2026')).toBeInTheDocument();
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) expect(document.querySelector(link.getAttribute('href')!)).toHaveAccessibleName(new RegExp(`${link.textContent}$`));
});

test('the partner’s name replaces the site’s, the research entity stays the same', () => {
  const environment = ENVIRONMENTS[1]!;
  visit(TermsPage, { environment });
  expect(screen.getByText(new RegExp(`research you read on ${environment.utm_source}\\.`))).toBeInTheDocument();
  expect(document.body).toHaveTextContent('Vimarsh Research Pvt Ltd');
  expect(document.body).not.toHaveTextContent('{site}');
});

test('the broker’s disclaimer is in the partner’s name and needs no contents list for its two sections', () => {
  const environment = ENVIRONMENTS[1]!;
  visit(BrokerDisclaimerPage, { environment });
  expect(screen.getByRole('heading', { level: 1, name: 'Broker disclaimer' })).toBeInTheDocument();
  const points = within(screen.getByRole('region', { name: new RegExp(`${environment.utm_source} and the research`) })).getAllByRole('listitem');
  expect(points).toHaveLength(4);
  expect(points[3]).toHaveTextContent(`${environment.utm_source} takes no responsibility`);
  expect(screen.queryByRole('navigation', { name: 'On this page' })).not.toBeInTheDocument();
});

test('the compliance page renders who we are, the terms, the charter and the way to complain (S1-FEAT-08)', () => {
  visit(CompliancePage);
  expect(screen.getByRole('heading', { level: 1, name: 'Compliance' })).toBeInTheDocument();
  for (const name of [/Who we are/, /Most important terms/, /Investor charter/, /Complaints/]) expect(screen.getByRole('region', { name })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'public ledger file' })).toHaveAttribute('href', '/.well-known/vimarsh-ledger.json');
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
  ];
  const open = (...answers: CannedAnswer[]) => render(<ExpertsCompliancePage />, { wrapper: fakeHost({ answers }).Wrapper });

  test('shows number, type, validity and status of each expert, suspended ones included (S2.2-ROUTE-22)', async () => {
    open(reply(readExpertRegister, { as_of: '2026-11-20T04:30:00Z', experts }));
    expect(screen.getByRole('heading', { level: 1, name: 'Compliance of experts' })).toBeInTheDocument();
    const rows = within(await screen.findByRole('table', { name: 'Register of experts' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'Ananya RaoAnalyst · PuneIn forceINH999900001Research analyst31 Mar 2029NISM 30 Jun 2028',
      'Farida ContractorFinancial Advisor · MumbaiEnds soonINA999900003Investment adviser31 Mar 2029NISM 30 Jun 2028',
      'Udit VyasAnalyst · JaipurSuspendedINZ999900016Stock broker31 Mar 2029NISM 30 Jun 2028',
    ]);
    expect(screen.getByText('As of 20 Nov 2026, 10:00 IST')).toBeInTheDocument();
  });

  test('is searchable by name, number or town, and says that nobody else may publish', async () => {
    open(reply(readExpertRegister, { as_of: '2026-11-20T04:30:00Z', experts }));
    const search = await screen.findByRole('searchbox', { name: 'Search name, number or town' });
    await screen.findByText('3 of 3 experts');
    await userEvent.type(search, 'mumbai ina9');
    expect(screen.getByText('1 of 3 experts')).toBeInTheDocument();
    expect(within(screen.getByRole('table', { name: 'Register of experts' })).getByRole('rowheader')).toHaveTextContent('Farida Contractor');
    await userEvent.type(search, 'x');
    expect(screen.getByText('Only experts in this register can publish here.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show all experts' }));
    expect(screen.getByText('3 of 3 experts')).toBeInTheDocument();
  });

  test('that can’t be loaded says so; the rules stay', async () => {
    open(refuse(readExpertRegister, 'INTERNAL', 'Something went wrong.'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not load the register.');
    expect(screen.getByRole('region', { name: /What every expert is held to/ })).toBeInTheDocument();
  });
});
