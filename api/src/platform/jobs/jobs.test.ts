import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../log/logging.ts';
import { WRITTEN } from '../log/sampling.ts';
import { logWorkerFault } from './jobs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen() {
  const lines: { job?: string; err: { message: string; stack?: string } }[] = [];
  return { lines, log: createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }) };
}
const queues = Array.from({ length: 30 }, (_, at) => `mail.${String.fromCodePoint(97 + at)}`);

test('a fault of the database is one kind of line for all queues, and has no stack', () => {
  const { lines, log } = listen();
  for (const queue of queues) logWorkerFault(log, new Error(`timeout exceeded when trying to connect (Queue: ${queue}, Worker: 0f2c-1)`));
  expect(lines).toHaveLength(WRITTEN);
  for (const { err } of lines) expect(err).toEqual({ type: 'Error', message: 'timeout exceeded when trying to connect' });
});

test('any other failure keeps its stack and says its queue', () => {
  const { lines, log } = listen();
  logWorkerFault(log, new TypeError('x is undefined (Queue: mail.send, Worker: 0f2c-1)'));
  expect(lines).toMatchObject([{ job: 'mail.send', err: { type: 'TypeError', message: 'x is undefined', stack: expect.stringContaining('jobs.test.ts') } }]);
});
