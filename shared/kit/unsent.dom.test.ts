import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropUnsent, sendWhenBack } from './unsent.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('of each thing the last wish is sent once, as soon as the network is back', () => {
  const sent: string[] = [];
  sendWhenBack('TCS', () => sent.push('TCS on'));
  sendWhenBack('SBIN', () => sent.push('SBIN on'));
  sendWhenBack('TCS', () => sent.push('TCS off'));
  expect(sent).toEqual([]);
  dispatchEvent(new Event('online'));
  dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual(['TCS off', 'SBIN on']);
});

test('one that fails again waits again, and is tried after 15 s though nobody says that the server is back', () => {
  const sent: number[] = [];
  const send = () => {
    sent.push(Date.now());
    if (sent.length < 3) sendWhenBack('TCS', send);
  };
  const began = Date.now();
  sendWhenBack('TCS', send);
  vi.advanceTimersByTime(60_000);
  expect(sent.map((at) => at - began)).toEqual([15_000, 30_000, 45_000]);
});

test('one that a later wish made needless is not sent', () => {
  const send = vi.fn();
  sendWhenBack('TCS', send);
  dropUnsent('TCS');
  dispatchEvent(new Event('online'));
  expect(send).not.toHaveBeenCalled();
});
