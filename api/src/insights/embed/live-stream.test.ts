import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Fail } from '../../platform/http/fail.ts';
import { LiveStream } from './live-stream.ts';
import type { Subject } from './subjects.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [TCS, INFY] = ['market-sentiment:TCS', 'market-sentiment:INFY'];

test('on a page with two keys the widgets of a revoked one are told nothing more, those of the other go on', () => {
  let tell: (subject: Subject, before: null) => void = () => undefined;
  const subjects = { cursor: () => 'a-1', onChange: (listener: typeof tell) => (tell = listener), last: () => undefined, read: async () => null };
  const revoked = new Set<string>();
  const stream = new LiveStream({
    subjects: subjects as never,
    quote: () => null,
    check: ({ grant }) => (revoked.has(grant.key) ? new Fail('KEY_REVOKED') : null),
    log: { warn: () => undefined },
    spreadMs: () => 3000,
  });
  let text = '';
  const response = { setHeader() {}, writeHead() {}, on() {}, write: (bytes: Buffer) => (text += String(bytes)), end: vi.fn() };
  const watches = [
    { grant: { key: 'one', origin: '', exp: 0 }, subjects: [TCS, INFY] },
    { grant: { key: 'two', origin: '', exp: 0 }, subjects: [INFY] },
  ];
  stream.join(watches as never, '', '203.0.113.9').write({} as never, response as never, {});
  const told = (id: string): boolean => {
    text = '';
    tell({ id, json: `{"of":"${id}"}` } as Subject, null);
    return text.includes(`data: {"of":"${id}"}`);
  };
  expect([told(TCS!), told(INFY!)]).toEqual([true, true]);
  revoked.add('one');
  text = '';
  vi.advanceTimersByTime(15_000);
  expect(text).toContain('{"grant":0,"code":"KEY_REVOKED"');
  expect(response.end).not.toHaveBeenCalled();
  expect([told(TCS!), told(INFY!)]).toEqual([false, true]);
  revoked.add('two');
  vi.advanceTimersByTime(15_000);
  expect(response.end).toHaveBeenCalledTimes(1);
  expect(told(INFY!), 'nothing is written to a stream that has ended').toBe(false);
});

test('who asks for the head alone gets it, and takes no place', () => {
  const subjects = { cursor: () => 'a-1', onChange: () => undefined, last: () => undefined, read: async () => null };
  const parts = { subjects, quote: () => null, check: () => null, log: { warn: () => undefined }, spreadMs: () => 3000 };
  const stream = new LiveStream(parts as never);
  const response = { setHeader() {}, writeHead: vi.fn(), on() {}, write() {}, end: vi.fn() };
  const watches = [{ grant: { key: 'one', origin: '', exp: 0 }, subjects: [TCS] }];
  stream.join(watches as never, '', '203.0.113.9').write({ method: 'HEAD' } as never, response as never, {});
  expect([response.writeHead.mock.calls.length, response.end.mock.calls.length, stream.count()]).toEqual([1, 1, 0]);
});
