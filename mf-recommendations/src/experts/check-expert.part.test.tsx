import { webcrypto } from 'node:crypto';
import { cleanup, render, screen } from '@testing-library/react';
import { aDetail, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { anOptionCall, anOptionDetail, anOptionPage } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { listOptionCalls, readOptionCall } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { listCalls, readCall, readLedger, readProof, readWitnesses } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Call, CallDetail } from '@vimarsh/shared/contract/calls/types.ts';
import { readAuthorRecord } from '@vimarsh/shared/contract/experts/author-record.ts';
import { readExpertRecord } from '@vimarsh/shared/contract/experts/routes.ts';
import type { JudgedExpert } from '@vimarsh/shared/contract/experts/types.ts';
import type { Route } from '@vimarsh/shared/contract/route.ts';
import { recordedCall } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import { closingOf, END, ENTRY, publish, recordOf } from '@vimarsh/shared/domain/calls/options/recorded.testing.ts';
import { recordedOption } from '@vimarsh/shared/domain/calls/options/shown-option.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { expect, test, vi } from 'vitest';
import '../testing/patience.ts';
import { newSigner, PUBLICATION, STOPPED, served, servedEvents, servedTogether, type Written } from '../call/proof/record.testing.ts';
import { CheckExpert } from './check-expert.part.tsx';
import { anExpert, anExpertPage } from './expert.testing.ts';

/** As on a page that comes by https; the test's own document has no such address. */
vi.stubGlobal('crypto', webcrypto);
/** A site without a log; the log has tests of its own. */
const site = vi.fn(async () => new Response(null, { status: 404 }));
vi.stubGlobal('fetch', site);

const signer = await newSigner();
const share = await served(signer);
const written = recordOf(publish(), ENTRY, closingOf(), END).map(({ type, actor, ts, payload }): Written => [type, actor, ts, payload]);
const option = await servedEvents(signer, 'opt_1', written);
const optionShown = (): OptionCall => ({ ...anOptionCall(), ...recordedOption(option.told) });

/** The expert as the page shows them; this site has no record of its author. */
const EXPERT = anExpert();

const optionLists = (past: OptionCall) => reply(listOptionCalls, ({ query }) => anOptionPage(query?.view === 'past' ? [past] : []));

const check = (...answers: CannedAnswer[]) => checkOf(EXPERT, refuse(readAuthorRecord, 'NOT_FOUND', 'There is none.'), ...answers);

async function checkOf(expert: JudgedExpert, ...answers: CannedAnswer[]) {
  const witnesses = reply(readWitnesses, { head: null, witnesses: [] });
  const host = fakeHost({ answers: [...answers, witnesses] });
  render(<CheckExpert expert={expert} />, { wrapper: host.Wrapper });
  await aUser().click(screen.getByRole('button', { name: 'Check the whole record' }));
  return { host, asked: (route: Route) => host.calls.filter((call) => call.route === route) };
}

test('calls on options are checked as those on shares are', async () => {
  await check(reply(listCalls, aPage([])), optionLists(optionShown()), reply(readProof, option.proof), reply(readLedger, option.ledger));
  expect(await screen.findByText(/^The only call holds, with 4 events\./)).toBeInTheDocument();
});

test('an option call that shows another result than its events give is named, after it was read once more', async () => {
  const better = { ...optionShown(), pnl: 9000 };
  await check(
    reply(listCalls, aPage([])),
    optionLists(better),
    reply(readOptionCall, anOptionDetail(better)),
    reply(readProof, option.proof),
    reply(readLedger, option.ledger),
  );
  expect(await screen.findByText('1 of 1 calls does not hold. Do not rely on it.')).toBeInTheDocument();
  expect(screen.getByText(/^NIFTY · Bull call spread · .*another result/)).toBeInTheDocument();
});

test('a call on shares that shows another result is named', async () => {
  const better = { ...share.shown, realised_return: 12 };
  await check(
    reply(listCalls, ({ query }) => aPage(query?.view === 'past' ? [better] : [])),
    reply(listOptionCalls, anOptionPage([])),
    reply(readCall, aDetail(better)),
    reply(readProof, share.proof),
    reply(readLedger, share.ledger),
  );
  expect(await screen.findByText('1 of 1 calls does not hold. Do not rely on it.')).toBeInTheDocument();
  expect(screen.getByText(/^TCS · /)).toBeInTheDocument();
});

test('where the list of option calls does not come nothing is said of the record', async () => {
  await check(reply(listCalls, aPage([])), refuse(listOptionCalls, 'UNREACHABLE', 'The server could not be reached.'));
  expect(await screen.findByText('The record could not be loaded. Nothing is said of it. Try again.')).toBeInTheDocument();
});

test('where there is no call that may be read, none is said to hold', async () => {
  await check(reply(listCalls, aPage([])), reply(listOptionCalls, anOptionPage([])), reply(readLedger, share.ledger));
  expect(await screen.findByText('There is no call here that you may read, so there was nothing to check.')).toBeInTheDocument();
});

test('every page of both lists is read, open calls before those that ended', async () => {
  const lists = reply(listCalls, ({ query }) =>
    query?.view === 'live' ? aPage([]) : query?.cursor === 'second' ? aPage([share.shown]) : aPage([], { next: 'second' }),
  );
  const { asked } = await check(lists, reply(listOptionCalls, anOptionPage([])), reply(readProof, share.proof), reply(readLedger, share.ledger));
  expect(await screen.findByText(/^The only call holds, with 3 events\./)).toBeInTheDocument();
  expect(asked(listCalls).map(({ input: { query } }) => [(query as Record<string, string>).view, (query as Record<string, string>).cursor])).toEqual([
    ['live', undefined],
    ['past', undefined],
    ['past', 'second'],
  ]);
});

test('a call that ended while the lists were read counts once, as it ended', async () => {
  const open = { ...share.shown, hash: 'older' };
  const lists = reply(listCalls, ({ query }) => aPage([query?.view === 'live' ? open : share.shown]));
  const { asked } = await check(lists, reply(listOptionCalls, anOptionPage([])), reply(readProof, share.proof), reply(readLedger, share.ledger));
  expect(await screen.findByText(/^The only call holds, with 3 events\./)).toBeInTheDocument();
  expect(asked(readProof)).toHaveLength(1);
});

test('an open call that moved between the list and its proof is read once more, with what is published then, and not accused', async () => {
  const older = { ...share.shown, realised_return: 1 };
  const timeline = share.proof.events.map(({ n, canonical, hash }) => {
    const { type, payload, actor, ts } = JSON.parse(canonical) as EventBody;
    return { n, type, payload, actor, ts, hash };
  }) as CallDetail['events'];
  const { asked } = await check(
    reply(listCalls, ({ query }) => aPage(query?.view === 'live' ? [older] : [])),
    reply(listOptionCalls, anOptionPage([])),
    reply(readCall, aDetail({ ...share.shown, events: timeline })),
    reply(readProof, share.proof),
    reply(readLedger, share.ledger),
  );
  expect(await screen.findByText(/^The only call holds, with 3 events\./)).toBeInTheDocument();
  expect(asked(readCall)).toHaveLength(1);
  expect(asked(readProof)).toHaveLength(2);
  expect(asked(readLedger)).toHaveLength(2);
});

test('an expert whom the page shows otherwise than was signed is named, with calls or without: two swapped names are', async () => {
  const signed = { name: EXPERT.full_name, category: EXPERT.profession, reg_no: EXPERT.reg_no };
  const entry = { ...signed, valid_to: EXPERT.valid_to, nism_valid_to: '2029-01-31', standing: 'registered' };
  const publication = { ...PUBLICATION, format: 2, author: signed, feed: 'files' };
  const [call, author] = await servedTogether(signer, [
    { call_id: 'call_1', written: [[...STOPPED[0]!.slice(0, 3), publication] as unknown as Written, ...STOPPED.slice(1)] },
    { call_id: 'author_exp_01', kind: 'author', written: [['opened', 'register', '2026-11-17T05:00:00.000Z', entry]] },
  ]);
  const shown = { ...share.shown, ...recordedCall(call!.told), expert: EXPERT };
  const lists = (past: readonly Call[]) => [
    reply(listCalls, ({ query }) => aPage(query?.view === 'past' ? [...past] : [])),
    reply(listOptionCalls, anOptionPage([])),
    reply(readProof, call!.proof),
    reply(readLedger, call!.ledger),
    reply(readAuthorRecord, author!.proof),
  ];
  const again = (expert: JudgedExpert) => reply(readExpertRecord, anExpertPage({ expert }));
  await checkOf(EXPERT, ...lists([shown]));
  expect(await screen.findByText(/^The only call holds, with 3 events\./)).toBeInTheDocument();
  cleanup();
  const swapped = { ...EXPERT, full_name: 'Somebody Else' };
  for (const past of [[shown], []]) {
    await checkOf(swapped, ...lists(past), again(swapped));
    expect(await screen.findByText('This page shows the expert otherwise than was signed. Do not rely on it.')).toBeInTheDocument();
    expect(screen.getByText('The author is the one who was signed: The page shows another name than was signed')).toBeInTheDocument();
    cleanup();
  }
  // A page that is older than the last change is no lie.
  await checkOf(swapped, ...lists([shown]), again(EXPERT));
  expect(await screen.findByText(/^The only call holds, with 3 events\./)).toBeInTheDocument();
  cleanup();
  // A record that nobody signed is none.
  const forged = { ...author!.proof, events: author!.proof.events.map((event) => ({ ...event, sig: call!.proof.events[0]!.sig })) };
  await checkOf(EXPERT, ...lists([]), reply(readAuthorRecord, forged));
  expect(await screen.findByText(/^The author’s record is signed: It does not hold: /)).toBeInTheDocument();
});

test('where the log does not answer nothing is said of the record', async () => {
  site.mockRejectedValue(new Error('away'));
  await check(reply(listCalls, aPage([])), optionLists(optionShown()), reply(readProof, option.proof), reply(readLedger, option.ledger));
  expect(await screen.findByText('The record could not be loaded. Nothing is said of it. Try again.')).toBeInTheDocument();
});
