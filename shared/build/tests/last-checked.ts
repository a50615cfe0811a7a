import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../modules.ts';
import { changedSince, git } from './changed.ts';

/** The commit at which all unit tests were green here. */
const KEPT = `${REPOSITORY}.cache/checked`;

/** All unit tests, or those that these files reach, tests among them. */
export type Reached = 'all' | readonly string[];

const CODE = /\.tsx?$/;
const READS_FILES = /\b(readFile|readFileSync|readdir|readdirSync|glob|globSync)\(/;

/**
 * What a change can reach. Tests follow the import graph, which vitest knows; those that read files are run with any
 * change; and what is not code (a manifest, a text, a setting) may be read by any test, so then all are run. `changed`: paths since the
 * commit that was green; null where none is known. `tests`: paths of the unit tests and what stands in them.
 */
export function reachedBy(changed: readonly string[] | null, tests: () => Iterable<readonly [path: string, text: string]>): Reached {
  if (changed === null || changed.some((path) => !CODE.test(path))) return 'all';
  if (changed.length === 0) return [];
  const reading = [...tests()].filter(([, text]) => READS_FILES.test(text)).map(([path]) => path);
  return [...new Set([...changed, ...reading])];
}

/** Null where no commit behind this one is known to be green. */
export function changedSinceGreen(): string[] | null {
  if (!existsSync(KEPT)) return null;
  const green = readFileSync(KEPT, 'utf8');
  try {
    git('merge-base', '--is-ancestor', green, 'HEAD');
  } catch {
    return null;
  }
  // Whoever imported code that is gone does not compile.
  return changedSince(green).filter((path) => existsSync(REPOSITORY + path) || !CODE.test(path));
}

const IMPORTED = /from '(\.[^']+)'/g;

/** With each test's text that of the files it imports: a test may have its files read by them. */
export const unitTests = (): [string, string][] =>
  git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx')
    .filter((path) => existsSync(REPOSITORY + path))
    .map((path) => {
      const text = readFileSync(REPOSITORY + path, 'utf8');
      const imported = [...text.matchAll(IMPORTED)].map(([, file]) => join(REPOSITORY, dirname(path), file!)).filter((file) => existsSync(file));
      return [path, [text, ...imported.map((file) => readFileSync(file, 'utf8'))].join('\n')];
    });

/** Only a commit can be known again: with changes on top of it, nothing is kept. */
export function keepGreen(): void {
  const [commit] = git('rev-parse', 'HEAD');
  if (commit && git('status', '--porcelain').length === 0) writeFileSync(KEPT, commit);
}
