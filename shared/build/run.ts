import { spawn } from 'node:child_process';
import { REPOSITORY } from './modules.ts';

export interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

/** How much of what a command printed is kept: enough for all of a check, the end of a test run. */
const KEPT = 4 << 20;

/** Runs a command at the root with installed tools in the path and keeps what it prints; unless `quiet`, it is also shown as it comes. */
export function run(
  name: string,
  command: string,
  args: readonly string[],
  { quiet = false, env = {} }: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: REPOSITORY,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A pipe is no terminal: tools ask for colours by this instead.
      env: {
        ...process.env,
        ...(!quiet && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
        PATH: `${REPOSITORY}node_modules/.bin:${process.env.PATH}`,
        ...env,
      },
    });
    let output = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from.setEncoding('utf8').on('data', (data: string) => {
        output = (output + data).slice(-KEPT);
        if (!quiet) to.write(data);
      });
    }
    child.on('error', (error) => resolve({ name, ok: false, seconds: 0, output: String(error) }));
    child.on('exit', (code) => {
      const seconds = (performance.now() - started) / 1000;
      const end = () => resolve({ name, ok: code === 0, seconds, output });
      // Its last words may still be on their way. What it left running keeps the pipe open, and isn't waited for.
      child.on('close', end);
      setTimeout(end, 1_000).unref();
    });
  });
}
