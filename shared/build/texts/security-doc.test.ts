import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';

interface Guard {
  against: string;
  tests: { file: string; title: string }[];
}

/** Rows of the table of guards: what they are against, and the tests they name, with the title where one is quoted. */
function guardsIn(text: string): Guard[] {
  const table = text.slice(text.indexOf('## Guards'), text.indexOf('## Known'));
  return table
    .split('\n')
    .filter((line) => /^\| (?!Against)[^-]/.test(line))
    .map((line) => {
      const [, against = '', , named = ''] = line.split('|').map((cell) => cell.trim());
      const tests = [...named.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)].map(([, file = '', title = '']) => ({ file, title }));
      return { against, tests };
    });
}

const doc = readFileSync(`${REPOSITORY}docs/security.md`, 'utf8');

test('every guard of docs/security.md names a test, and each of them is there', () => {
  const guards = guardsIn(doc);
  expect(guards.length).toBeGreaterThan(20);
  const wrong = guards.flatMap(({ against, tests }) => [
    ...(tests.length === 0 ? [`${against}: names no test`] : []),
    ...tests.flatMap(({ file, title }) => {
      if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(REPOSITORY + file)) return [`${against}: ${file} is no test`];
      return readFileSync(REPOSITORY + file, 'utf8').includes(title) ? [] : [`${against}: ${file} has no “${title}”`];
    }),
  ]);
  expect(wrong).toEqual([]);
});

test('a row without a test, with a lost one or with another title is seen', () => {
  const rows = '## Guards\n| Against | What | Test |\n|---|---|---|\n| A | b | `x.test.ts`, `y.spec.ts` “a story” |\n| B | c | none |\n## Known';
  expect(guardsIn(rows)).toEqual([
    {
      against: 'A',
      tests: [
        { file: 'x.test.ts', title: '' },
        { file: 'y.spec.ts', title: 'a story' },
      ],
    },
    { against: 'B', tests: [] },
  ]);
});
