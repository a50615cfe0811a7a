import { render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readCalendar } from '../contract/calendar/routes.ts';

// In the browser each module has a calendar of its own.
beforeEach(() => void vi.resetModules());

/** The screen's view of 4 December on a page that came with these answers. */
async function drawnOn(first: Record<string, unknown>): Promise<string | null> {
  const [{ fakeHost }, { useCalendarOfPage }, { isTradingDay }] = await Promise.all([
    import('./fake-host.tsx'),
    import('./calendar-of-page.ts'),
    import('../domain/market/calendar.ts'),
  ]);
  function Screen() {
    useCalendarOfPage();
    return <p>{isTradingDay('2026-12-04') ? 'open' : 'closed'}</p>;
  }
  return render(<Screen />, { wrapper: fakeHost({ page: { first } }).Wrapper }).container.textContent;
}

test('a screen knows the days that came with its page when it is first drawn', async () => {
  const data = { days: { '2026-12-04': 'closed' }, hours: [], years: [], expiries: {} };
  expect(await drawnOn({ [`${readCalendar.method} ${readCalendar.path}`]: { status: true, validation: '', redirect: '', data } })).toBe('closed');
});

test('a page without them leaves the calendar of the release', async () => {
  expect(await drawnOn({})).toBe('open');
});
