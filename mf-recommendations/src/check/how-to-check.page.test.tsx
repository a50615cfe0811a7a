import { webcrypto } from 'node:crypto';
import { render, screen, within } from '@testing-library/react';
import { readOptionCall } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import { readCall, readLedger, readProof, readPublicView } from '@vimarsh/shared/contract/calls/routes.ts';
import { readAuthorRecord } from '@vimarsh/shared/contract/experts/author-record.ts';
import { aClock } from '@vimarsh/shared/contract/market/clock.testing.ts';
import { readClock } from '@vimarsh/shared/contract/market/routes.ts';
import { readReceipts } from '@vimarsh/shared/contract/receipt/routes.ts';
import type { Receipt } from '@vimarsh/shared/contract/receipt/types.ts';
import { hex } from '@vimarsh/shared/domain/calls/ledger.ts';
import { leafOf, receiptLine, receiptText } from '@vimarsh/shared/domain/calls/receipt.ts';
import { rootOf } from '@vimarsh/shared/domain/log/proven-log.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import '../testing/patience.ts';
import { newSigner, served } from '../call/proof/record.testing.ts';
import { Page } from './how-to-check.page.tsx';

vi.stubGlobal('crypto', webcrypto);
const signer = await newSigner();
const { proof, ledger, shown } = await served(signer);
const LOG = 'vimarsh.example/vimarsh-log';
const SALT = 'ab'.repeat(16);

/** The log of the record: the call's three events, each followed by another’s, from the second day on. */
const own = await Promise.all(proof.events.map(({ hash }) => leafOf(hash, SALT)));
const leaves = await Promise.all(
  ledger.roots.flatMap(({ trading_date, count }) => {
    const events = proof.events.flatMap((event, at) => (event.root_date === trading_date ? [own[at]!] : []));
    return [...events, ...Array.from({ length: count - events.length }, () => leafOf('cd'.repeat(32), trading_date.replaceAll('-', '').padEnd(32, '0')))];
  }),
);
const keyId = Buffer.from(
  await webcrypto.subtle.digest('SHA-256', Buffer.concat([Buffer.from(`${LOG}\n\u0001`), Buffer.from(signer.public_key, 'base64url')])),
).subarray(0, 4);
const text = `${LOG}\n${leaves.length}\n${Buffer.from(await rootOf(leaves), 'hex').toString('base64')}\n`;
const note = `${text}\n— ${LOG} ${Buffer.concat([keyId, Buffer.from(await signer.sign(hex(new TextEncoder().encode(text))), 'base64url')]).toString('base64')}\n`;
const logged = { ...proof, events: proof.events.map((event, at) => ({ ...event, log: { index: leaves.indexOf(own[at]!), salt: SALT } })) };

async function receiptOf(change: Partial<Receipt> = {}): Promise<Receipt> {
  const { ts } = JSON.parse(proof.events[0]!.canonical) as { ts: string };
  const body = { log: LOG, call_id: proof.call_id, n: 1, leaf: own[0]!, ts, root_date: proof.events[0]!.root_date!, ...change };
  return { ...body, public_key: signer.public_key, signature: await signer.sign(hex(new TextEncoder().encode(receiptText(body)))) };
}
const receipt = await receiptOf();
const VIEW: PublicView = {
  closed: [],
  live_count: 0,
  closed_count: 1,
  experts: [],
  outcome: { target_hit: 0, sl_hit: 1, exited: 0, expired: 0 },
  results: null,
  perf_mode: 'demo',
  ledger: null,
  closed_until: '2026-11-19',
  comes_next: { ended_on: '2026-11-20', appears_on: '2026-11-23' },
  as_of: '2026-11-20T09:00:00.000Z',
};

beforeEach(() => {
  history.replaceState(null, '', '/');
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/checkpoint')) return new Response(note);
    if (path.endsWith(`/tile/0/000.p/${leaves.length}`)) return new Response(new Uint8Array(Buffer.from(leaves.join(''), 'hex')));
    return new Response(null, { status: 404 });
  });
});

function open(path = '/how-to-check-us', ...answers: CannedAnswer[]) {
  history.replaceState(null, '', path);
  const host = fakeHost({
    path,
    answers: [
      reply(readLedger, ledger),
      reply(readClock, aClock({ now: new Date().toISOString() })),
      reply(readProof, logged),
      refuse(readAuthorRecord, 'NOT_FOUND', 'There is none.'),
      reply(readReceipts, [{ receipt, salt: SALT }]),
      reply(readCall, {
        ...shown,
        rationale: JSON.parse(proof.events[0]!.canonical).payload.rationale,
        disclosures: JSON.parse(proof.events[0]!.canonical).payload.disclosures,
        events: timeline,
        following: false,
      }),
      ...answers,
    ],
  });
  history.replaceState(null, '', path);
  render(<Page />, { wrapper: host.Wrapper });
  const box = () => screen.getByLabelText('A receipt, or the address of a call');
  const check = async (pasted: string) => {
    const user = aUser();
    await user.clear(box());
    await user.enter(box(), pasted);
    await user.click(screen.getByRole('button', { name: 'Check' }));
  };
  const failed = async () =>
    within(await screen.findByRole('list', { name: 'Steps of the check' }))
      .queryAllByLabelText('Does not hold')
      .map((mark) => mark.closest('li')!.textContent);
  return { host, check, failed, box };
}
const timeline = proof.events.map(({ canonical, hash }, index) => {
  const { type, payload, actor, ts } = JSON.parse(canonical);
  return { n: index + 1, type, payload, actor, ts, hash };
});

test('a receipt is checked against the public log, step by step, and against the text its reader may read', async () => {
  const { check, failed } = open();
  await check(receiptLine(receipt));
  expect(await screen.findByText(/^This receipt holds\. Checked in this browser at/)).toBeInTheDocument();
  expect(await failed()).toEqual([]);
  expect(screen.getByText('It is the receipt of what you can read')).toBeInTheDocument();
  expect(screen.getByText(/^Entry 2 of 7, under the root of 18 Nov 2026 as promised$/)).toBeInTheDocument();
});

test('a receipt’s own address checks it at once; who may not read the call is told what was not compared', async () => {
  const { failed, box } = open(`/how-to-check-us#${receiptLine(receipt)}`, refuse(readProof, 'NOT_FOUND', 'We could not find that.'));
  expect(await screen.findByText(/^This receipt holds/)).toBeInTheDocument();
  expect(box()).toHaveValue(receiptLine(receipt));
  expect(await failed()).toEqual([]);
  expect(screen.getByText('The text of the call was not compared. This site shows you no such call: sign in as who got the receipt.')).toBeInTheDocument();
});

test('a receipt for what the log does not hold is refused in a sentence', async () => {
  const { check, failed } = open();
  await check(receiptLine(await receiptOf({ leaf: 'ef'.repeat(32) })));
  expect(await screen.findByText(/^This receipt does not hold\. Keep it/)).toBeInTheDocument();
  expect(await failed()).toEqual([
    expect.stringContaining('It was promised under the root of 18 Nov 2026, and the log has no such entry there. Keep this receipt: it is the evidence.'),
    expect.stringContaining('It was given for another text than the one shown'),
  ]);
});

test('a call’s address checks the call, its events in the log too', async () => {
  const { check, failed } = open();
  await check('https://vimarsh.example/?reco=call_1');
  expect(await screen.findByText(/^This call on TCS holds/)).toBeInTheDocument();
  expect(await failed()).toEqual([]);
  expect(screen.getByText('The log holds each event')).toBeInTheDocument();
});

test('an example is one press away: the receipt of a call that ended', async () => {
  const { box } = open('/how-to-check-us', reply(readPublicView, { ...VIEW, closed: [shown] }));
  await aUser().click(screen.getByRole('button', { name: 'Try a call that ended' }));
  expect(await screen.findByText(/^This receipt holds/)).toBeInTheDocument();
  expect(box()).toHaveValue(receiptLine(receipt));
});

test('a receipt with a part missing says so; an empty field asks for one; a changed signature fails by its step', async () => {
  const { check, box, failed } = open();
  const line = receiptLine(receipt);
  await check(line.slice(0, -7));
  expect(box()).toHaveAccessibleDescription(/This begins like a receipt, but a part is missing or was changed\. Copy it again from the original message\./);
  await aUser().clear(box());
  await aUser().click(screen.getByRole('button', { name: 'Check' }));
  expect(box()).toHaveAccessibleDescription(/Paste a receipt or the address of a call first\./);
  await check(receiptLine({ ...receipt, signature: receipt.signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }));
  expect(await screen.findByText(/^This receipt does not hold\. Keep it/)).toBeInTheDocument();
  expect(await failed()).toContainEqual(expect.stringContaining('The receipt is signed as it is'));
});

test('other text, a call that can’t be read and a log that does not answer: each says so, and nothing of the record', async () => {
  const { check, host } = open();
  await check('Is this true?');
  expect(screen.getByText(/neither a receipt nor the address of a call/)).toBeInTheDocument();
  host.answer(refuse(readCall, 'NOT_FOUND', ''));
  host.answer(refuse(readOptionCall, 'NOT_FOUND', ''));
  await check('call_404');
  expect(await screen.findByRole('alert')).toHaveTextContent('No call of this site has this address. Nothing was checked, so nothing is said of the record.');
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
  await check(receiptLine(receipt));
  expect(await screen.findByText(/^The public log could not be read\./)).toBeInTheDocument();
});
