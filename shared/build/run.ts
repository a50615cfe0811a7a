import { spawn } from 'node:child_process';
import { REPOSITORY } from './modules.ts';

export interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

/** Runs a command at the root with installed tools in the path. `quiet` keeps its output and shows it only on failure. */
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
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, PATH: `${REPOSITORY}node_modules/.bin:${process.env.PATH}`, ...env },
    });
    let output = '';
    child.stdout?.on('data', (data: Buffer) => (output += data));
    child.stderr?.on('data', (data: Buffer) => (output += data));
    child.on('error', (error) => resolve({ name, ok: false, seconds: 0, output: String(error) }));
    child.on('exit', (code) => resolve({ name, ok: code === 0, seconds: (performance.now() - started) / 1000, output }));
  });
}
