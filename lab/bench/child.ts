import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sized } from './figure.ts';

/** A process of its own for a floor or a load, so that what is measured shares no event loop with what measures it. */
export interface Child {
  readonly pid: number;
  /** Sends an order and waits for its answer; throws what the child says it failed with. */
  ask<A>(order: object): Promise<A>;
  stop(): Promise<void>;
}

/** Starts a script of this folder, e.g. `floors/raw-http.ts`; it answers each message with one message. */
export async function child(script: string): Promise<Child> {
  const process_ = fork(fileURLToPath(new URL(script, import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(process_, 'spawn');
  return {
    pid: process_.pid!,
    async ask<A>(order: object): Promise<A> {
      const done = new AbortController();
      const answered = once(process_, 'message', done);
      const gone = once(process_, 'exit', done).then(() => {
        throw new Error(`${script} ended before it answered`);
      });
      process_.send(order);
      const [answer] = (await Promise.race([answered, gone])) as [A & { failed?: string }];
      // Takes the listeners that did not fire away again.
      gone.catch(() => undefined);
      answered.catch(() => undefined);
      done.abort();
      if (answer.failed !== undefined) throw new Error(`${script}: ${answer.failed}`);
      return answer;
    },
    async stop() {
      if (process_.exitCode !== null || process_.signalCode !== null) return;
      const ended = once(process_, 'exit');
      process_.kill('SIGKILL');
      await ended;
    },
  };
}

/** In the child: answers every order with what `work` resolves to. */
export function serveOrders<O>(work: (order: O) => Promise<object>): void {
  process.on('message', (order: O) => {
    work(order).then(
      (answer) => process.send!(answer),
      (error: unknown) => process.send!({ failed: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}

const TICKS_PER_SECOND = 100;

/** Processor time a process has used so far, in seconds (user and system, all threads). Linux only, as are the machines this runs on. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Processor seconds a process uses in a second while nobody asks anything of it. */
export async function idleShare(pid: number, seconds = sized(4, 1)): Promise<number> {
  const before = cpuSeconds(pid);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return (cpuSeconds(pid) - before) / seconds;
}

/** Resident memory in bytes; `peak` is the most it ever was. */
export function resident(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) * 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}
