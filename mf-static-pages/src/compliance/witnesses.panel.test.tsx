import { render, screen, within } from '@testing-library/react';
import { readWitnesses } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Witnessed, WitnessReport } from '@vimarsh/shared/contract/calls/witnesses.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { WitnessTable } from './witnesses.panel.tsx';

const HEAD = { size: 2192, root: 'ab'.repeat(32), signed_at: '2026-11-20T13:15:00Z' };
const one = (name: string, change: Partial<WitnessReport> = {}): WitnessReport => ({
  name,
  key: `${name}+1a2b3c4d+BKey`,
  since: '2026-10-01T13:15:02Z',
  last: { size: 2192, at: '2026-11-20T13:15:04Z' },
  refusal: null,
  state: 'cosigned',
  ...change,
});
const show = (answer: Witnessed) => render(<WitnessTable />, { wrapper: fakeHost({ answers: [reply(readWitnesses, answer)] }).Wrapper });
const faults = async () =>
  (await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })).violations.map(({ id }) => id);

test('shows who co-signed the latest head and since when, and who has not answered', async () => {
  show({ head: HEAD, witnesses: [one('w1.example'), one('w2.example', { state: 'waits', last: { size: 2100, at: '2026-11-19T13:15:04Z' } })] });
  const lines = within(await screen.findByRole('list', { name: 'Witnesses of the record' })).getAllByRole('listitem');
  expect(lines.map((line) => [...line.children].map(({ textContent }) => textContent))).toEqual([
    ['w1.example', 'Co-signed on 20 Nov 2026, 18:45 IST', 'Has co-signed since 1 Oct 2026, 18:45 IST', 'Its key: w1.example+1a2b3c4d+BKey'],
    [
      'w2.example',
      'Has not answered yet. Its last co-signature covers 2,100 events',
      'Has co-signed since 1 Oct 2026, 18:45 IST',
      'Its key: w2.example+1a2b3c4d+BKey',
    ],
  ]);
  expect(screen.getByText('The latest head covers 2,192 events and was signed on 20 Nov 2026, 18:45 IST.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await faults()).toEqual([]);
});

test('a refusal is an alarm above everything; one that is past stays readable', async () => {
  const refusal = { size: 2192, at: '2026-11-21T04:00:00Z', why: 'it co-signed 2500 entries, and the log has 2192 now: some were cut off' };
  const { unmount } = show({ head: HEAD, witnesses: [one('w1.example', { state: 'refuses', refusal }), one('w2.example', { state: 'refuses', refusal })] });
  expect(await screen.findByRole('alert')).toHaveTextContent('w1.example and w2.example refuse the latest head of this record, of 2,192 events.');
  expect(screen.getAllByText(`Refused on 21 Nov 2026, 09:30 IST: ${refusal.why}`)).toHaveLength(2);
  expect(await faults()).toEqual([]);
  unmount();
  show({ head: HEAD, witnesses: [one('w1.example', { refusal })] });
  expect(await screen.findByText(/On 21 Nov 2026, 09:30 IST it refused a head of 2,192 events/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what settled a refusal stands beside it', async () => {
  const settled = { size: 2500, at: '2026-11-21T04:05:00Z' };
  const refusal = { size: 2192, at: '2026-11-21T04:00:00Z', why: 'it co-signed 2500 entries, and the log has 2192 now: some were cut off', settled };
  show({ head: { ...HEAD, size: 2500 }, witnesses: [one('w1.example', { refusal, last: settled })] });
  expect(await screen.findByText(/^On 21 Nov 2026, 09:30 IST it refused a head of 2,192 events: .* some were cut off\. /)).toHaveTextContent(
    'On 21 Nov 2026, 09:35 IST it co-signed 2,500 events, which hold all it had seen before.',
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

test('where there are none, it says so', async () => {
  show({ head: HEAD, witnesses: [] });
  expect(await screen.findByText(/None is set up here yet/)).toBeVisible();
  expect(screen.queryByRole('list')).toBeNull();
});
