import { fork } from 'node:child_process';

/**
 * Runs a program that says `done` when its work is done, and something else when it begins; kills it so many milliseconds after that, or
 * never. Returns whether the work was done; throws what the program wrote when it failed by itself.
 */
export function runUntilKilled(program: URL, given: object, done: string, killAfter: number | null): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const child = fork(program, [JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let isDone = false;
  let wrong = '';
  child.stderr!.on('data', (bytes) => {
    wrong += String(bytes);
  });
  child.on('message', (message) => {
    if (message === done) isDone = true;
    else if (killAfter !== null) setTimeout(() => child.kill('SIGKILL'), killAfter);
  });
  child.on('exit', (code, signal) => (code === 0 || signal === 'SIGKILL' ? resolve(isDone) : reject(new Error(wrong))));
  return promise;
}
