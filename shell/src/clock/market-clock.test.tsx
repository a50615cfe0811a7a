import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { aClock } from '@vimarsh/shared/contract/market/clock.testing.ts';
import { changeDemoTime, readClock } from '@vimarsh/shared/contract/market/routes.ts';
import { formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import type { Snapshot } from '@vimarsh/shared/session';
import { ANSWERS, SILENT } from '@vimarsh/shared/session/reach.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stampOf } from './away.ts';
import { MarketClockLine } from './market-clock.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const OPEN = reply(readClock, aClock({ now: '2026-11-20T09:02:05.000Z' }));
const NOBODY = refuse(readClock, 'UNREACHABLE', 'x');
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const tell = (what: string) => act(() => void dispatchEvent(new Event(what)));
const status = () => screen.getByRole('status').textContent;

/** The line on a page that was made so many ms before the visit to it. */
function show(answer: CannedAnswer, age = 0) {
  const data = aClock({ now: '2026-11-20T09:02:05.000Z', label: 'Open · of the page' });
  const host = fakeHost({ page: { first: { 'GET /market/v1/clock': { status: true, data, at: performance.timeOrigin - age } } }, answers: [answer] });
  render(<MarketClockLine />, { wrapper: host.Wrapper });
  return host;
}

describe('a server that does not answer', () => {
  test('is told in the place of the clock and since when, and taken back when it answers again', async () => {
    const host = show(OPEN);
    expect(screen.getByText('Open · of the page')).toBeInTheDocument();
    tell(SILENT);
    expect(status()).toBe('No answer · as of 14:32');
    expect(screen.queryByText('Open · of the page')).toBeNull();
    expect(screen.queryByText(/IST/)).toBeNull();
    tell(SILENT);
    expect(host.calls).toEqual([]);
    tell(ANSWERS);
    expect(status()).toBe('');
    await pass(0);
    expect(screen.getByText('Open · closes 15:30')).toBeInTheDocument();
  });

  test('is told as the connection while that is away', () => {
    show(NOBODY);
    tell(SILENT);
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    tell('offline');
    expect(status()).toBe('Offline · as of 14:32');
    online.mockReturnValue(true);
    tell('online');
    expect(status()).toBe('No answer · as of 14:32');
  });

  test('answers when the clock comes', async () => {
    show(OPEN);
    tell(SILENT);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(0);
    expect(status()).toBe('');
    expect(screen.getByText('Open · closes 15:30')).toBeInTheDocument();
  });
});

describe('a page that was kept', () => {
  test('shows no phase and no time until the clock is confirmed, even if it is half a minute old', async () => {
    show(OPEN, 30_000);
    expect(screen.queryByText('Open · of the page')).toBeNull();
    expect(screen.queryByText(/IST/)).toBeNull();
    await pass(400);
    expect(screen.getByText('Open · closes 15:30')).toBeInTheDocument();
  });

  test('says of when it is where the clock has no answer', async () => {
    show(NOBODY, 30_000);
    await pass(400);
    const made = performance.timeOrigin - 30_000;
    expect(status()).toBe(`No answer · ${stampOf(made, Date.now())}`);
    expect(status()).toContain(formatIstTime(made).slice(0, 5));
  });

  test('says it offline, too, with the day where that is another one', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show(NOBODY, 3 * 86_400_000);
    expect(status()).toMatch(/^Offline · \d{1,2} [A-Z][a-z]{2}, \d\d:\d\d$/);
  });
});

test.each([
  ['2026-11-20T09:02:05.000Z', '2026-11-20T18:29:00.000Z', 'as of 14:32'],
  ['2026-11-20T09:02:05.000Z', '2026-11-20T18:31:00.000Z', '20 Nov, 14:32'],
  ['2025-11-20T09:02:05.000Z', '2026-11-20T09:02:05.000Z', '20 Nov, 14:32'],
])('what is of %s is told at %s: %s', (at, now, told) => {
  expect(stampOf(Date.parse(at), Date.parse(now))).toBe(told);
});

test('the line of the page that says when its prices are of goes on with the clock', async () => {
  const line = document.body.appendChild(document.createElement('aside'));
  line.id = 'prices';
  line.innerHTML = '<details><summary><span>Prices: NSE end-of-day files, 26 Nov 2026</span></summary></details>';
  show(reply(readClock, aClock({ prices: 'Prices: NSE end-of-day files, 27 Nov 2026' })), 3_600_000);
  expect(line).toHaveTextContent('26 Nov 2026');
  await pass(300);
  expect(line.querySelector('summary span')).toHaveTextContent('Prices: NSE end-of-day files, 27 Nov 2026');
  line.remove();
});

describe('a demo on its own time', () => {
  const DEMO = { held: false, by: null, since: null };
  const at = { now: '2026-11-30T04:30:00.000Z', trading_date: '2026-11-30' };
  const paused = aClock({ ...at, speed: 0, demo: { held: true, by: 'Meera Iyer', since: '2026-11-28T17:10:00.000Z' } });
  const ADMIN = { id: 'usr_admin', is_admin: true } as unknown as Snapshot['user'];

  async function open(user: Snapshot['user'], data = aClock({ ...at, demo: DEMO })) {
    const host = fakeHost({
      page: { first: { 'GET /market/v1/clock': { status: true, data, at: performance.timeOrigin } } },
      answers: [reply(readClock, data), reply(changeDemoTime, paused)],
      snapshot: { signedIn: user !== null, user },
    });
    render(<MarketClockLine />, { wrapper: host.Wrapper });
    fireEvent.click(screen.getByRole('button', { name: /^Demo time · / }));
    await vi.waitFor(() => expect(screen.getByRole('dialog', { name: 'Demo time' })).toBeInTheDocument());
    return host;
  }

  test('says so beside the clock, and everybody sees what it shows and who changed it last', async () => {
    await open(null, paused);
    expect(screen.getByRole('button', { name: 'Demo time · paused', hidden: true })).toBeInTheDocument();
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent('30 Nov 2026, 10:00:00 IST');
    expect(dialog).toHaveTextContent('It is paused.');
    expect(dialog).toHaveTextContent('Meera Iyer changed it last, on 28 Nov 2026, 22:40 IST.');
    expect(within(dialog).queryByRole('button', { name: 'Pause' })).toBeNull();
  });

  test('is paused, sped up and jumped by an admin, and shows at once what came of it', async () => {
    const host = await open(ADMIN);
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent('Nobody has changed it since the server started.');
    expect(within(dialog).getByRole('button', { name: 'Real speed' })).toHaveAttribute('aria-pressed', 'true');
    const press = async (name: string) => {
      fireEvent.click(within(dialog).getByRole('button', { name }));
      await pass(0);
    };
    await press('Pause');
    expect(dialog).toHaveTextContent('It is paused.');
    expect(within(dialog).getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-pressed', 'true');
    await press('60×');
    await press('Go to the next session');
    expect(host.calls.filter(({ route }) => route === changeDemoTime).map(({ input }) => input?.body)).toEqual([
      { action: 'hold' },
      { action: 'run', speed: 60 },
      { action: 'next_session' },
    ]);
  });
});
