import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readReport } from './test-reports.ts';

const report = (content: object | string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'vimarsh-report-')), 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

describe('what the test command says of a report', () => {
  test('unit and API tests: each skipped one by name, with what it needs', () => {
    const assertionResults = [
      { ancestorTitles: ['a rule'], title: 'holds', status: 'passed', meta: {} },
      { ancestorTitles: ['real files'], title: 'are read', status: 'skipped', meta: { needs: 'data/days' } },
      { ancestorTitles: [], title: 'is to come', status: 'todo', meta: {} },
    ];
    expect(readReport(report({ numPassedTests: 1, numFailedTests: 0, testResults: [{ assertionResults }] }))).toEqual({
      passed: 1,
      failed: 0,
      failures: [],
      skipped: [
        { name: 'real files › are read', reason: 'needs data/days' },
        { name: 'is to come', reason: undefined },
      ],
    });
  });

  test('unit and API tests: each failed one by name with the first lines of its message, also a file that can’t be loaded', () => {
    const failureMessages = ['\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n'.concat('    at some.ts:1:2\n'.repeat(30))];
    const assertionResults = [{ ancestorTitles: ['a rule'], title: 'holds', status: 'failed', meta: {}, failureMessages }];
    const broken = { name: '/a/b.test.ts', file: '/a/b.test.ts', message: 'Cannot find module', assertionResults: [] };
    const { failures } = readReport(
      report({ numPassedTests: 0, numFailedTests: 1, testResults: [{ name: '/a/c.test.ts', message: '', assertionResults }, broken] }),
    )!;
    expect(failures).toEqual([
      { name: 'a rule › holds', file: '/a/c.test.ts', message: `AssertionError: expected 1 to be 2\n${Array(5).fill('    at some.ts:1:2').join('\n')}` },
      { name: '/a/b.test.ts', file: '/a/b.test.ts', message: 'Cannot find module' },
    ]);
  });

  test('browser stories: each skipped one by file and name, in the words of its skip; a flaky one failed', () => {
    const spec = (title: string, status: string, description?: string) => ({ title, tests: [{ status, annotations: [{ type: 'skip', description }] }] });
    const late = { title: 'wakes', tests: [{ status: 'unexpected', annotations: [], results: [{ error: { message: 'Error: too late' } }] }] };
    const specs = [spec('opens', 'expected'), spec('sleeps', 'skipped', 'no bed'), spec('snores', 'flaky'), late];
    const suites = [{ title: 'stories/a.spec.ts', specs: [], suites: [{ title: 'at night', specs }] }];
    expect(readReport(report({ stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 }, suites }))).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        { name: 'stories/a.spec.ts › at night › snores', file: 'stories/a.spec.ts', message: '' },
        { name: 'stories/a.spec.ts › at night › wakes', file: 'stories/a.spec.ts', message: 'Error: too late' },
      ],
      skipped: [{ name: 'stories/a.spec.ts › at night › sleeps', reason: 'no bed' }],
    });
  });

  test('a report that was never finished is none', () => {
    expect(readReport(report('{"stats":'))).toBeNull();
    expect(readReport('no/such/report.json')).toBeNull();
  });
});

test('every project of tests is run by npm test', () => {
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
  const projects = [...read('../../../vitest.config.ts').matchAll(/name: '(\w+)'/g)].map(([, name]) => name);
  const run = [...read('../test.mjs').matchAll(/'--project', '(\w+)'|vitest\('(\w+)'/g)].map(([, one, other]) => one ?? other);
  expect(run.toSorted()).toEqual(projects.toSorted());
});
