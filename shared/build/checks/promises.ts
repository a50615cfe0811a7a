import { type Outcome, run } from '../run.ts';

const RULE = ['--type-aware', '--allow', 'all', '--deny', 'typescript/no-floating-promises'];

/**
 * Finds calls that return a promise which is neither awaited, nor handled, nor marked with `void`. An error in such a promise reaches
 * nobody, and the next line runs before the work is done.
 */
export const findFloatingPromises = (folder: string): Promise<Outcome> =>
  run('promises left alone', 'oxlint', [...RULE, '--ignore-path', '.gitignore', folder], { quiet: true });
