import { spawn } from 'node:child_process';
import { REPOSITORY } from './stack.ts';

/** Starts an experiment of the laboratory as one does by hand, on the stories' data: how it ended, and all that it printed. */
export function runExperiment(...args: readonly string[]): Promise<{ code: number | null; printed: string }> {
  const started = spawn(process.execPath, ['lab/lab.ts', ...args], { cwd: REPOSITORY, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (part: Buffer) => {
      printed += part;
    });
  return new Promise((resolve) => started.on('close', (code) => resolve({ code, printed })));
}
