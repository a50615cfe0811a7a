import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { readDemoSlots, readDemos, requestDemo } from '@vimarsh/shared/contract/booking/routes.ts';
import type { DemoBooking } from '@vimarsh/shared/contract/booking/types.ts';
import { DEMO_SLOTS } from '@vimarsh/shared/domain/bookings/booking-days.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AskedDialogs } from '../frame/asked-dialogs.tsx';

const OWN: DemoBooking = { id: 'own', date: '2026-11-27', slot: '12:00', status: 'new' };
const TAKEN = ['10:00', '15:30'];
const slots = reply(readDemoSlots, () => DEMO_SLOTS.map((slot_time) => ({ slot_time, is_available: !TAKEN.includes(slot_time) })));
const done = reply(requestDemo, { id: 'b1', by_mail: false });
const demos = (...list: DemoBooking[]) => reply(readDemos, list);

// Monday, 11:30 IST. The 24th is a holiday.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-16T06:00:00Z'), toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function open(...answers: CannedAnswer[]) {
  const host = fakeHost({ answers: [demos(), slots, done, ...answers], snapshot: { signedIn: true } });
  render(<AskedDialogs />, { wrapper: host.Wrapper });
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => void host.session.emit('demo-booking.asked', {}));
  const dialog = await screen.findByRole('dialog');
  return { host, dialog, user: aUser(), sent: (route: object) => host.calls.flatMap((call) => (call.route === route ? [call.input.body] : [])) };
}
const opened = async (...answers: CannedAnswer[]) => {
  const all = await open(...answers);
  await screen.findByRole('grid', { name: 'November 2026' });
  return all;
};
const day = (name: RegExp) => screen.getByRole('button', { name });
const WEDNESDAY = /^Wednesday, 25 November 2026$/;
const faults = async () =>
  (
    await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } } })
  ).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

test('it opens with its calendar; only a day can be chosen first (S1-FEAT-10, S2.6-DLG-01, S4-MISC-08, S7-MISC-06)', async () => {
  const { host, dialog } = await opened();
  expect(dialog).toHaveAccessibleName('Book a demo');
  expect(host.calls.map(({ route }) => `${route.method} ${route.path}`)).toEqual(['GET /vimarsh_pro/request_demo_detail/']);
  expect(within(dialog).getByRole('button', { name: 'Book demo' })).toBeDisabled();
  expect(within(dialog).queryByRole('button', { name: '10:30' })).toBeNull();
  expect(within(dialog).queryByRole('list', { name: 'Your demos' })).toBeNull();
  expect(await faults()).toEqual([]);
});

test('a visitor is not let in', () => {
  const host = fakeHost({ answers: [demos()] });
  render(<AskedDialogs />, { wrapper: host.Wrapper });
  act(() => void host.session.emit('demo-booking.asked', {}));
  expect(host.calls).toEqual([]);
});

test('days too soon, weekends and holidays can’t be pressed, and say why (S5-DEMO-01, S5-DEMO-02)', async () => {
  const { user, sent } = await opened();
  const closed = screen.getAllByRole('button', { name: /November 2026,/ }).map((button) => button.getAttribute('aria-label'));
  expect(closed).toContain('Tuesday, 17 November 2026, too soon');
  expect(closed).toContain('Saturday, 21 November 2026, weekend');
  expect(closed).toContain('Sunday, 22 November 2026, weekend');
  expect(closed).toContain('Tuesday, 24 November 2026, holiday');
  expect(screen.getAllByRole('button', { name: /November 2026$/ }).map((button) => button.textContent)).toEqual([
    '18',
    '19',
    '20',
    '23',
    '25',
    '26',
    '27',
    '30',
  ]);
  for (const name of [/^Sunday, 22/, /^Tuesday, 17/, /^Tuesday, 24/]) {
    expect(day(name)).toHaveAttribute('aria-disabled', 'true');
    await user.click(day(name));
    expect(day(name)).toHaveAttribute('aria-pressed', 'false');
  }
  expect(sent(readDemoSlots)).toEqual([]);
});

test('arrow keys walk through the days and into the next month, never before the earliest; Enter chooses', async () => {
  const { user, sent } = await opened();
  await act(() => day(/^Wednesday, 18 November 2026$/).focus());
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(day(/^Wednesday, 18 November 2026$/)).toHaveFocus());
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(day(WEDNESDAY)).toHaveFocus());
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(day(/^Wednesday, 2 December 2026$/)).toHaveFocus());
  expect(screen.getByRole('grid', { name: 'December 2026' })).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent(readDemoSlots)).toEqual([{ date: '2026-12-02' }]));
  expect(screen.getAllByRole('button', { name: /December 2026/ }).filter((button) => button.tabIndex === 0)).toHaveLength(1);
});

test('months turn as far as there is something to book', async () => {
  const { user } = await opened();
  expect(screen.getByRole('button', { name: 'Previous month' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  expect(screen.getByRole('grid', { name: 'December 2026' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next month' })).toBeDisabled();
  expect(day(/^Thursday, 17 December 2026, too far ahead$/)).toHaveAttribute('aria-disabled');
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(screen.getByRole('grid', { name: 'November 2026' })).toBeVisible();
});

test('a day, its times in IST, one of them, booked: the confirmation (S2.6-DLG-02, S4-MISC-09…12, S5-DEMO-04, S5-DEMO-05, S5-DEMO-06, S7-MISC-08, S7-MISC-10, S8-ERR-26, S8-ERR-O03)', async () => {
  const { host, dialog, user, sent } = await opened();
  await user.click(day(WEDNESDAY));
  const times = await within(dialog).findByRole('region', { name: 'Times' });
  await within(times).findByRole('button', { name: '10:30' });
  expect(sent(readDemoSlots)).toEqual([{ date: '2026-11-25' }]);
  expect(within(times).getByRole('heading')).toHaveTextContent('Times (IST)');
  expect(within(times).getByRole('status')).toHaveTextContent('Wednesday, 25 November 2026: 14 of 16 free.');
  const taken = within(times).getByRole('button', { name: '15:30, taken' });
  expect(taken).toBeDisabled();
  await user.click(taken);
  expect(within(dialog).getByRole('button', { name: 'Book demo' })).toBeDisabled();
  expect(await faults()).toEqual([]);
  await user.click(within(times).getByRole('button', { name: '10:30' }));
  expect(within(times).getByRole('button', { name: '10:30' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(within(dialog).getByRole('button', { name: 'Book demo' }));
  expect(await within(dialog).findByText('Wednesday, 25 November 2026, 10:30 IST')).toBeVisible();
  expect(sent(requestDemo)).toEqual([{ appointment: '2026-11-25 10:30', status: 'new', id: null }]);
  expect(host.notices).toEqual([{ kind: 'success', title: 'Success', text: 'Demo has been booked', ms: 2000 }]);
  expect(within(dialog).getByRole('button', { name: 'Reschedule' })).toBeVisible();
  expect(within(dialog).queryByText(/mail about it/), 'no mail was sent').toBeNull();
  expect(await faults()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent(requestDemo)).toHaveLength(1);
});

test('where a mail was sent, it is said', async () => {
  const { dialog, user } = await opened(reply(requestDemo, { id: 'b1', by_mail: true }));
  await user.click(day(WEDNESDAY));
  await user.click(await within(dialog).findByRole('button', { name: '10:30' }));
  await user.click(within(dialog).getByRole('button', { name: 'Book demo' }));
  expect(await within(dialog).findByText('A mail about it is on its way to you.')).toBeVisible();
});

test('the confirmation and each listed demo give a calendar file', async () => {
  const { dialog, user } = await opened(demos(OWN));
  const files: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await user.click(within(dialog).getByRole('button', { name: 'Calendar file of Friday, 27 November 2026, 12:00 IST' }));
  await user.click(day(WEDNESDAY));
  await user.click(await within(dialog).findByRole('button', { name: '10:30' }));
  await user.click(within(dialog).getByRole('button', { name: 'Book demo' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Save to my calendar' }));
  expect(names).toEqual(['vimarsh-demo-2026-11-27.ics', 'vimarsh-demo-2026-11-25.ics']);
  expect(files.map(({ type }) => type)).toEqual(Array.from({ length: 2 }, () => 'text/calendar;charset=utf-8'));
  vi.restoreAllMocks();
});

test('a listed demo is edited: the calendar, then its new time under its id (S4-MISC-13, S8-ERR-A10)', async () => {
  const { host, dialog, user, sent } = await opened(demos(OWN), reply(requestDemo, { id: 'own', by_mail: false }));
  const own = within(dialog).getByRole('list', { name: 'Your demos' });
  expect(own).toHaveTextContent('Friday, 27 November 2026, 12:00 IST');
  expect(await faults()).toEqual([]);
  await user.click(within(own).getByRole('button', { name: /^Edit Friday, 27/ }));
  expect(dialog).toHaveAccessibleName('Move your demo');
  expect(day(/^Wednesday, 18 November 2026$/)).toHaveFocus();
  await user.click(day(WEDNESDAY));
  await user.click(await within(dialog).findByRole('button', { name: '17:30' }));
  await user.click(within(dialog).getByRole('button', { name: 'Move demo' }));
  await within(dialog).findByText('Wednesday, 25 November 2026, 17:30 IST');
  expect(sent(requestDemo)).toEqual([{ appointment: '2026-11-25 17:30', status: 'new', id: 'own' }]);
  expect(host.notices).toMatchObject([{ text: 'Demo has been booked' }]);
  await user.click(within(dialog).getByRole('button', { name: 'Reschedule' }));
  expect(await within(dialog).findByRole('list', { name: 'Your demos' })).toHaveTextContent('Wednesday, 25 November 2026, 17:30 IST');
  await user.click(within(dialog).getByRole('button', { name: 'Keep its time' }));
  expect(dialog).toHaveAccessibleName('Book a demo');
});

test('a listed demo is cancelled after a question (S4-MISC-14, S8-ERR-27, S9-LIM-A01)', async () => {
  const { host, dialog, user, sent } = await opened(demos(OWN));
  await user.click(within(dialog).getByRole('button', { name: /^Cancel Friday, 27/ }));
  expect(within(dialog).getByRole('button', { name: 'Keep it' })).toHaveFocus();
  expect(within(dialog).getByRole('button', { name: 'Keep it' })).toHaveAccessibleDescription('Cancel Friday, 27 November 2026, 12:00 IST?');
  await user.click(within(dialog).getByRole('button', { name: 'Keep it' }));
  expect(sent(requestDemo)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: /^Cancel Friday, 27/ }));
  expect(await faults()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel demo' }));
  await waitFor(() => expect(within(dialog).queryByRole('list', { name: 'Your demos' })).toBeNull());
  expect(sent(requestDemo)).toEqual([{ appointment: '2026-11-27 12:00', status: 'cancel', id: 'own' }]);
  expect(host.notices).toEqual([{ kind: 'info', title: 'Info', text: 'Demo has been canceled', ms: 2000 }]);
});

test('when somebody was faster, the sentence is shown and the times are read again', async () => {
  let asked = 0;
  const { host, dialog, user } = await opened(
    reply(readDemoSlots, () => [{ slot_time: '10:30', is_available: ++asked === 1 }]),
    refuse(requestDemo, 'SLOT_TAKEN', 'Somebody has just booked this time. Choose one of the others.'),
  );
  await user.click(day(WEDNESDAY));
  await user.click(await within(dialog).findByRole('button', { name: '10:30' }));
  await user.click(within(dialog).getByRole('button', { name: 'Book demo' }));
  expect(await within(dialog).findByRole('button', { name: '10:30, taken' })).toBeDisabled();
  expect(host.notices).toMatchObject([{ kind: 'error', text: 'Somebody has just booked this time. Choose one of the others.' }]);
  expect(within(dialog).getByText('Every time on Wednesday, 25 November 2026 is taken. Choose another day.')).toBeVisible();
});

test('times that can’t be loaded are said in their place and asked for again (S8-ERR-28)', async () => {
  const { host, dialog, user } = await opened(refuse(readDemoSlots, 'INTERNAL', 'No.'));
  await user.click(day(WEDNESDAY));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('The times of this day could not be loaded.');
  expect(host.notices).toEqual([]);
  host.answer(slots);
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await within(dialog).findByRole('button', { name: '10:30' })).toBeVisible();
});

test.each(['INTERNAL', 'RETRY', 'UNREACHABLE'])('a booking that fails (%s) is said where it stays, and can be tried again (S8-ERR-28)', async (code) => {
  const { host, dialog, user } = await opened(refuse(requestDemo, code, 'Something failed on our side.'));
  await user.click(day(WEDNESDAY));
  await user.click(await within(dialog).findByRole('button', { name: '10:30' }));
  await user.click(within(dialog).getByRole('button', { name: 'Book demo' }));
  await waitFor(() => expect(host.notices).toMatchObject([{ text: 'Something failed on our side.' }]));
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Book demo' })).not.toHaveAttribute('aria-busy'));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('We don’t know whether this is done.');
  host.answer(done);
  await user.click(within(dialog).getByRole('button', { name: 'Book demo' }));
  expect(await within(dialog).findByRole('button', { name: 'Dismiss' })).toBeVisible();
});

test('a booking without an answer is given up after 20 s: it is said, the dialog can be left, and booking again is no second one', async () => {
  const { host, dialog, user, sent } = await opened(reply(requestDemo, () => new Promise(() => undefined) as never));
  await user.click(day(WEDNESDAY));
  await user.click(await within(dialog).findByRole('button', { name: '10:30' }));
  vi.useFakeTimers({ now: new Date(), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Book demo' }));
  await act(() => vi.advanceTimersByTimeAsync(19_900));
  expect(within(dialog).getByRole('button', { name: 'Book demo' })).toHaveAttribute('aria-busy');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('We don’t know whether this is done.');
  expect(host.calls.at(-1)?.options.signal?.aborted).toBe(true);
  host.answer(done);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Book demo' }));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(within(dialog).getByRole('button', { name: 'Dismiss' })).toBeVisible();
  expect(sent(requestDemo)[1]).toEqual(sent(requestDemo)[0]);
});

test('after a booking without an answer Escape closes the dialog', async () => {
  const { dialog, user } = await opened(reply(requestDemo, () => Promise.reject(new Error('let go')) as never));
  await user.click(day(WEDNESDAY));
  await user.click(await within(dialog).findByRole('button', { name: '10:30' }));
  await user.click(within(dialog).getByRole('button', { name: 'Book demo' }));
  await within(dialog).findByRole('alert');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without the list of demos the dialog closes, and the failure is told (S8-ERR-29)', async () => {
  const host = fakeHost({ answers: [refuse(readDemos, 'INTERNAL', 'Something failed on our side.')], snapshot: { signedIn: true } });
  render(<AskedDialogs />, { wrapper: host.Wrapper });
  act(() => void host.session.emit('demo-booking.asked', {}));
  await waitFor(() => expect(host.notices).toMatchObject([{ text: 'Something failed on our side.' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('with three demos to come no more are offered, but each can be moved', async () => {
  const three = ['10:00', '11:00', '12:00'].map((slot): DemoBooking => ({ ...OWN, id: `at${slot.slice(0, 2)}`, slot }));
  const { dialog, user } = await open(demos(...three));
  expect(await within(dialog).findByText(/You have 3 demos booked/)).toBeVisible();
  expect(within(dialog).queryByRole('grid')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: /^Edit .* 11:00 IST/ }));
  expect(within(dialog).getByRole('grid')).toBeVisible();
});
