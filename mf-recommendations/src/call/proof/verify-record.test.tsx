import { webcrypto } from 'node:crypto';
import { render, screen } from '@testing-library/react';
import { readLedger, readProof, readWitnesses } from '@vimarsh/shared/contract/calls/routes.ts';
import { readAuthorRecord } from '@vimarsh/shared/contract/experts/author-record.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test, vi } from 'vitest';
import '../../testing/patience.ts';
import { VerifyEquity } from '../../equity/verify-equity.tsx';
import { newSigner, served } from './record.testing.ts';

const HOLDS = /^This record holds\. Checked in this browser at/;
/** As on a page that comes by https; the test's own document has no such address. */
vi.stubGlobal('crypto', webcrypto);
// Who wants no motion sees all steps at once.
vi.stubGlobal('matchMedia', () => ({ matches: true }));
/** A site without a log; the log has tests of its own. */
const site = vi.fn(async () => new Response(null, { status: 404 }));
vi.stubGlobal('fetch', site);
const signer = await newSigner();
const today = await served(signer);

/** The roots up to a day, as they were published when it ended. */
const ledgerOf = (last: string) => ({ ...today.ledger, roots: today.ledger.roots.filter(({ trading_date }) => trading_date <= last) });

/** Opens the check of a call; each read of the published roots gives the next of `ledgers`, then the last of them. */
function open(ledgers = [today.ledger], ...answers: CannedAnswer[]) {
  let asked = 0;
  const roots = reply(readLedger, () => ledgers[Math.min(asked++, ledgers.length - 1)]!);
  const host = fakeHost({
    answers: [
      roots,
      refuse(readAuthorRecord, 'NOT_FOUND', 'There is none.'),
      reply(readProof, today.proof),
      reply(readWitnesses, { head: null, witnesses: [] }),
      ...answers,
    ],
  });
  render(<VerifyEquity call={today.shown} />, { wrapper: host.Wrapper });
  const verify = () => aUser().click(screen.getByRole('button', { name: 'Verify this record' }));
  return { host, verify, roots: () => host.calls.filter(({ route }) => route === readLedger).length };
}

afterEach(() => void vi.stubGlobal('crypto', webcrypto));

test('a record is checked against the published roots, which are read once', async () => {
  const { verify, roots } = open();
  await verify();
  expect(await screen.findByText(HOLDS)).toBeInTheDocument();
  expect(roots()).toBe(1);
});

test('where the proof has a root that was made after the published ones were read, they are read again', async () => {
  const { verify, roots } = open([ledgerOf('2026-11-18'), today.ledger]);
  await verify();
  expect(await screen.findByText(HOLDS)).toBeInTheDocument();
  expect(roots()).toBe(2);
});

test('a root that stays unpublished is said, and asked for no third time', async () => {
  const { verify, roots } = open([ledgerOf('2026-11-18')]);
  await verify();
  expect(await screen.findByText(/^This record does not hold\./)).toBeInTheDocument();
  expect(screen.getByText('The roots are the published ones').closest('li')).toHaveAttribute('data-state', 'bad');
  expect(roots()).toBe(2);
});

test('a proof that does not come is said, and the button asks again', async () => {
  const { host, verify } = open([today.ledger], refuse(readProof, 'UNREACHABLE', 'The server could not be reached.'));
  await verify();
  expect(await screen.findByRole('alert')).toHaveTextContent('The proof could not be loaded. The server could not be reached. Nothing was checked. Try again.');
  host.answer(reply(readProof, today.proof));
  await verify();
  expect(await screen.findByText(HOLDS)).toBeInTheDocument();
});

test('a log that does not answer leaves the record unchecked, and says so', async () => {
  site.mockResolvedValueOnce(new Response(null, { status: 503 }));
  const { verify } = open();
  await verify();
  expect(await screen.findByRole('alert')).toHaveTextContent('The proof could not be loaded. The log did not answer. Nothing was checked. Try again.');
});

test('without https a browser can’t check: it says so in one sentence and offers no button', () => {
  vi.stubGlobal('crypto', {});
  const host = fakeHost({});
  render(<VerifyEquity call={today.shown} demo />, { wrapper: host.Wrapper });
  expect(screen.getByText('This record can be checked in your browser only where the page comes by https, or from localhost.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
  expect(host.calls).toEqual([]);
});

test.each([
  ['knows no Ed25519', 'importKey', new DOMException('Unrecognized name', 'NotSupportedError')],
  ['fails in the middle', 'digest', new Error('not today')],
] as const)('a browser that %s says so, blames no record, and is not busy for ever', async (_how, part, error) => {
  const broken = vi.spyOn(webcrypto.subtle, part).mockRejectedValue(error);
  const { verify } = open();
  await verify();
  expect(await screen.findByRole('alert')).toHaveTextContent('This browser could not do the check, so nothing is said of the record. Try an up-to-date one.');
  broken.mockRestore();
  await verify();
  expect(await screen.findByText(HOLDS)).toBeInTheDocument();
});
