import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/environments.ts';
import { fakeHost } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test } from 'vitest';
import manifest from '../module.json' with { type: 'json' };
import { Page as CompliancePage } from './compliance/compliance.page.tsx';
import { Page as BrokerDisclaimerPage } from './disclaimer/broker-disclaimer.page.tsx';
import { Page as FaqPage } from './faq/faq.page.tsx';
import { Page as TermsPage } from './terms/terms.page.tsx';

const visit = (Page: typeof FaqPage, page = {}) => render(<Page />, { wrapper: fakeHost({ page }).Wrapper });

test('paths are open to everyone, but for the broker’s disclaimer among the screens of who is signed in (S2.3-MISC-A01, S2.3-MISC-O02)', () => {
  expect(manifest.routes.map(({ path, guard }) => [path, guard])).toEqual([
    ['/retail-side/faq', 'open'],
    ['/retail-side/terms-condition', 'open'],
    ['/broker/disclaimer', 'open'],
    ['/broker-disclaimer', 'token'],
    ['/widget-broker-disclaimer', 'open'],
    ['/widget-sa-disclaimer', 'open'],
    ['/vimarsh-compliance', 'open'],
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

test('searching keeps the questions that hold every word, opened, and counts them', async () => {
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

test('terms render their own heading, sections, a contents list that leads to them, version and date (S2.3-RETAIL-01)', () => {
  visit(TermsPage);
  expect(screen.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeInTheDocument();
  expect(screen.getByText('Version 1.0.0 · in force from 20 Nov 2026')).toBeInTheDocument();
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) expect(document.querySelector(link.getAttribute('href')!)).toHaveAccessibleName(new RegExp(`${link.textContent}$`));
});

test('the partner’s name stands where the site is meant, the research entity stays who it is', () => {
  const environment = ENVIRONMENTS[1]!;
  visit(TermsPage, { environment });
  expect(screen.getByText(new RegExp(`research you read on ${environment.utm_source}\\.`))).toBeInTheDocument();
  expect(document.body).toHaveTextContent('Vimarsh Research Pvt Ltd');
  expect(document.body).not.toHaveTextContent('{site}');
});

test('the broker’s disclaimer speaks in the partner’s name and needs no list of its two sections', () => {
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
