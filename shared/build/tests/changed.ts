import { execFileSync } from 'node:child_process';
import { REPOSITORY } from '../modules.ts';

/** Lines that git answers at the root; throws where it refuses. */
export const git = (...args: string[]): string[] => execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Paths that differ from where this branch left `commit`, committed or not. */
export function changedSince(commit: string): string[] {
  const [base] = git('merge-base', commit, 'HEAD');
  return [...git('diff', '--name-only', base!), ...git('ls-files', '--others', '--exclude-standard')];
}
