import { execFileSync } from 'node:child_process';

let found: string | null = null;

/**
 * Python itself. What the path has may be a script that looks for the right one at each start (pyenv's), which takes four times the
 * processor of the start; it is asked once.
 */
export function python(): string {
  found ??= execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim() || 'python3';
  return found;
}
