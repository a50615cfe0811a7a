import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Fail } from '../http/fail.ts';
import { type Bounds, NotTaken, type Order, REFUSALS, type Refusal } from './order.ts';

/** Copies of strangers' files that hold nothing of the files themselves: what is stored and shown in their place. */
export interface SafeCopies {
  /**
   * `owner` is the account: one file of it at a time, and of all accounts one after the other. Fails with NotTaken for
   * the file's own faults, with RETRY when this account or too many others wait.
   */
  make(owner: string, bytes: Uint8Array, order: Order): Promise<Buffer>;
  /** Ends what is running, and what waits behind it does not begin. */
  close(): void;
}

/**
 * A photo of 24 megapixels takes 380 MB and half a second, ten pages of text one second. By the clock it is long: only a machine that has no
 * processor to give, or a process that stands still, ever gets there.
 */
const BOUNDS: Bounds = { memory: 440 * 1024 * 1024, processor: 1500, clock: 15_000 };
const MOST_OUTPUT = 8 * 1024 * 1024;
const MOST_WAITING = 16;

const PROCESS = fileURLToPath(new URL('./safe-copy.process.ts', import.meta.url));

/** Takes files apart in a process of their own each, bounded in memory, time and output. */
export function createSafeCopies(others: Partial<Bounds> = {}): SafeCopies {
  const bounds = { ...BOUNDS, ...others };
  const owners = new Set<string>();
  const running = new Set<() => void>();
  let previous: Promise<unknown> = Promise.resolve();
  let closed = false;

  return {
    async make(owner, bytes, order) {
      if (owners.has(owner)) throw new Fail('RETRY', { validation: 'Your last file is still being looked at. Try again in a moment.', retry_after: 2 });
      if (owners.size > MOST_WAITING) throw new Fail('RETRY', { validation: 'Many files are being looked at. Try again in a moment.', retry_after: 5 });
      owners.add(owner);
      try {
        const mine = previous.then(() => {
          if (closed) throw new Fail('RETRY', { retry_after: 5 });
          return takeApart(bytes, order, bounds, running);
        });
        previous = mine.catch(() => undefined);
        return await mine;
      } finally {
        owners.delete(owner);
      }
    },
    close() {
      closed = true;
      for (const end of running) end();
    },
  };
}

function takeApart(bytes: Uint8Array, order: Order, bounds: Bounds, running: Set<() => void>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROCESS, JSON.stringify(order), JSON.stringify(bounds)], {
      env: {},
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let stopped = false;
    const kill = (): void => void child.kill('SIGKILL');
    /** For our own reasons, not for the file's. */
    const stop = (): void => {
      stopped = true;
      kill();
    };
    const timer = setTimeout(stop, bounds.clock);
    const parts: Buffer[] = [];
    let size = 0;
    running.add(stop);
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MOST_OUTPUT) kill();
      else parts.push(part);
    });
    // It may end before it has read everything; how it ended says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
    child.on('error', (error) => settle(() => reject(error)));
    child.on('close', (code, signal) =>
      settle(() => {
        if (code === 0) resolve(Buffer.concat(parts));
        else if (stopped) reject(new Fail('RETRY', { retry_after: 5 }));
        else reject(new NotTaken(signal === 'SIGKILL' ? 'heavy' : refusalOf(code)));
      }),
    );
    function settle(say: () => void): void {
      clearTimeout(timer);
      running.delete(stop);
      say();
    }
  });
}

/** A parser that broke down at a file was broken by it. */
const refusalOf = (code: number | null): Refusal => (Object.keys(REFUSALS) as Refusal[]).find((why) => REFUSALS[why] === code) ?? 'damaged';
