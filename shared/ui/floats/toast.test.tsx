import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeHost } from '../../kit/fake-host.tsx';
import type { ToastNotice } from '../../session/session.types.ts';
import { Toaster } from './toast.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function show(...notices: ToastNotice[]) {
  const host = fakeHost();
  render(<Toaster />, { wrapper: host.Wrapper });
  for (const notice of notices) act(() => host.session.notify(notice));
  return host;
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test.each([1500, 2000, 3000] as const)('a notice of %s ms stays that long and no longer (S9-LIM-11)', (ms) => {
  show({ kind: 'success', title: 'Success', text: 'Welcome to vimarsh', ms });
  pass(ms - 1);
  expect(screen.getByText('Welcome to vimarsh')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Welcome to vimarsh')).toBeNull();
});

test('the same text is shown once and restarts its time', () => {
  const notice = { kind: 'error', title: 'Error', text: 'Please enter valid OTP', ms: 3000 } as const;
  const host = show(notice);
  pass(2000);
  act(() => host.session.notify(notice));
  expect(screen.getAllByText('Please enter valid OTP')).toHaveLength(1);
  pass(2000);
  expect(screen.getByText('Please enter valid OTP')).toBeInTheDocument();
  pass(1000);
  expect(screen.queryByText('Please enter valid OTP')).toBeNull();
});

test('errors interrupt, other notices wait their turn', () => {
  show({ kind: 'error', title: 'Oops! Something went wrong!', text: 'a', ms: 3000 }, { kind: 'info', title: 'Info', text: 'b', ms: 2000 });
  expect(screen.getByRole('alert')).toHaveTextContent('Oops!');
  expect(screen.getByRole('status')).toHaveTextContent('Info');
});

test('dismissing removes one notice', () => {
  show({ kind: 'info', title: 'One', text: 'a', ms: 3000 }, { kind: 'info', title: 'Two', text: 'b', ms: 3000 });
  act(() => screen.getAllByRole('button', { name: 'Dismiss' })[0]!.click());
  expect(screen.queryByText('One')).toBeNull();
  expect(screen.getByText('Two')).toBeInTheDocument();
});

test('a notice that appears under a resting pointer leaves in its time; one that a pointer moves on stays until it is left', () => {
  show({ kind: 'error', title: 'Oops!', text: 'a', ms: 3000 });
  fireEvent.pointerEnter(screen.getByText('a'));
  pass(3000);
  expect(screen.queryByText('a')).toBeNull();

  show({ kind: 'error', title: 'Oops!', text: 'b', ms: 3000 });
  const notice = screen.getByText('b');
  fireEvent.pointerMove(notice);
  pass(6000);
  expect(notice).toBeInTheDocument();
  fireEvent.pointerLeave(notice.closest('[data-kind]')!);
  pass(3000);
  expect(screen.queryByText('b')).toBeNull();
});
