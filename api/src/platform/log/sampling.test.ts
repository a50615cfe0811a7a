import { register } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './logging.ts';
import { loggedKind, WINDOW_MS, WRITTEN } from './sampling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Line {
  readonly msg: string;
  readonly kind?: string;
  readonly left_out?: number;
}
function listen(level = 'info') {
  const lines: Line[] = [];
  let bytes = 0;
  const log = createLogger(level, {
    write(line) {
      bytes += line.length;
      lines.push(JSON.parse(line) as Line);
    },
  });
  return { lines, log, bytes: () => bytes };
}

const counted = async (kind: string): Promise<number> =>
  (await register.getSingleMetric('log_lines_total')!.get()).values.find((value) => value.labels.kind === kind)?.value ?? 0;

test('an outage of an hour at 500 failures a second leaves some megabytes of log, and every failure is counted', async () => {
  const { lines, log, bytes } = listen();
  const kind = 'request failed ECONNREFUSED';
  const before = await counted(kind);
  const seconds = 60;
  for (let second = 0; second < seconds; second += 1) {
    for (let request = 0; request < 500; request += 1)
      log.error(
        { err: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), request_id: String(request), route: `/r${request % 40}` },
        'request failed',
      );
    vi.advanceTimersByTime(1000);
  }
  vi.advanceTimersByTime(WINDOW_MS);
  expect((await counted(kind)) - before).toBe(500 * seconds);
  const written = lines.filter(({ msg }) => msg === 'request failed').length;
  const told = lines.reduce((sum, { left_out = 0 }) => sum + left_out, 0);
  expect(written + told).toBe(500 * seconds);
  expect(written).toBe((WRITTEN * seconds * 1000) / WINDOW_MS);
  expect(bytes() * 60).toBeLessThan(20_000_000);
});

test('another kind of failure in the middle of it has its own lines', () => {
  const { lines, log } = listen();
  for (let request = 0; request < 1000; request += 1) log.warn({ err: new Error('no answer') }, 'redis is away');
  log.error({ err: new TypeError('x is undefined') }, 'request failed');
  expect(lines.filter(({ msg }) => msg === 'request failed')).toHaveLength(1);
});

test.each(['trace', 'debug'])('at the level %s every line is written', (level) => {
  const { lines, log } = listen(level);
  for (let request = 0; request < 100; request += 1) log.warn({ err: new Error('no answer') }, 'redis is away');
  expect(lines.filter(({ msg }) => msg === 'redis is away')).toHaveLength(100);
});

test('what is told at the level of information is never left out', () => {
  const { lines, log } = listen();
  for (let at = 0; at < 100; at += 1) log.info('ready');
  expect(lines).toHaveLength(100);
});

test('failures that each say something of their own can’t fill the memory', () => {
  const { lines, log } = listen();
  for (let at = 0; at < 5000; at += 1)
    log.error({ err: new Error(`${String.fromCodePoint(97 + (at % 26), 97 + (Math.floor(at / 26) % 26), 97 + Math.floor(at / 676))}`) }, 'odd');
  expect(lines.length).toBeLessThan(400);
});

test.each([
  [{ err: { code: '57P03', message: 'x' }, request_id: '1' }, 'request failed', 'request failed …P…'],
  [{ err: { message: 'No answer came within 4 s.' } }, 'redis is away', 'redis is away No answer came within … s.'],
  [{ route: '/reco/v1/calls', ms: 812 }, 'slow request', 'slow request /reco/v…/calls'],
  [undefined, 'start: waiting for another node', 'start: waiting for another node'],
])('%o is of its kind', (fields, message, kind) => expect(loggedKind(fields, message)).toBe(kind));
