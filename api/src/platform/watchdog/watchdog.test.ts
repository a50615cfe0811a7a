import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const TICK_MS = 100;
const SILENT_TICKS = 30;
const LIMIT_MS = TICK_MS * SILENT_TICKS;

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
  /** From the beginning of the work. */
  readonly ms: number;
}

/** Runs a process under a watchdog; `meanwhile` is done once it works. */
async function endOf(
  work: 'hang' | 'pieces' | 'idle',
  meanwhile: (kill: (signal: NodeJS.Signals) => void) => unknown = () => undefined,
  preload?: 'argument' | 'environment',
): Promise<End> {
  const program = fileURLToPath(new URL('./watched.testing.ts', import.meta.url));
  // A module of TypeScript: the heap of the watchdog’s thread has no room to compile it.
  const loaded = `--import=${new URL('./watched-preload.testing.ts', import.meta.url).href}`;
  const flags = ['--disable-warning=ExperimentalWarning', ...(preload === 'argument' ? [loaded] : [])];
  const child = spawn(process.execPath, [...flags, program, work, String(TICK_MS), String(SILENT_TICKS)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(preload === 'environment' && { NODE_OPTIONS: loaded }) },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (bytes) => {
    stderr += String(bytes);
  });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  await once(child.stdout, 'data');
  const begun = performance.now();
  await meanwhile((signal) => child.kill(signal));
  const [code, signal] = await closed;
  return { code, signal, stderr, ms: performance.now() - begun };
}

test('a process whose main thread hangs ends itself within its limit, though it can’t obey SIGTERM, and says why', { timeout: 60_000 }, async () => {
  const { code, signal, stderr, ms } = await endOf('hang', (kill) => kill('SIGTERM'));
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  expect(stderr).toBe('The main thread has hung for 3 s, so the server ends itself; its supervisor has to start it again.\n');
  expect(ms).toBeGreaterThan(LIMIT_MS / 2);
  expect(ms).toBeLessThan(LIMIT_MS * 4);
});

test.each(['argument', 'environment'] as const)(
  'what is loaded before the process, by its %s, is not loaded into the watchdog’s thread',
  { timeout: 60_000 },
  async (preload) => {
    const { code, signal, stderr } = await endOf('hang', undefined, preload);
    expect([code, signal]).toEqual([null, 'SIGKILL']);
    expect(stderr).toBe('The main thread has hung for 3 s, so the server ends itself; its supervisor has to start it again.\n');
  },
);

test('one that is busy in pieces for longer lives', { timeout: 60_000 }, async () => {
  const { code, stderr, ms } = await endOf('pieces');
  expect([code, stderr]).toEqual([0, '']);
  expect(ms).toBeGreaterThan(LIMIT_MS * 1.5);
});

test('one that was stopped for longer and goes on lives, and ends as soon as its work is done', { timeout: 60_000 }, async () => {
  const { code, stderr, ms } = await endOf('idle', async (kill) => {
    kill('SIGSTOP');
    await pause(LIMIT_MS * 2);
    kill('SIGCONT');
  });
  expect([code, stderr]).toEqual([0, '']);
  expect(ms).toBeGreaterThan(LIMIT_MS * 2);
});
