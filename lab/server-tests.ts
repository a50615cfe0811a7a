import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { REPOSITORY } from '../shared/build/modules.ts';

/** Runs tests of the server, or of pages, larger than `npm test` does by their settings. `read` gets each line they print; without it the terminal does. */
export function runServerTests(
  tests: readonly string[],
  settings: Record<string, string>,
  read: ((line: string) => void) | null = null,
  project: 'api' | 'node' | 'dom' = 'api',
): Promise<boolean> {
  const child = spawn(`${REPOSITORY}node_modules/.bin/vitest`, ['run', '--project', project, ...tests], {
    cwd: REPOSITORY,
    env: { ...process.env, ...settings },
    stdio: read ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  if (read) for (const stream of [child.stdout!, child.stderr!]) createInterface(stream).on('line', read);
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}
