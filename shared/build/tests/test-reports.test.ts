import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';
import { run } from '../run.ts';
import { afterSecondTry, errorsOf, filesToTryAgain, readReport, type StepEnd, type TestSummary } from './test-reports.ts';

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
    expect(readReport(report({ numPassedTests: 1, numFailedTests: 0, testResults: [{ name: '/a.test.ts', assertionResults }] }))).toEqual({
      passed: 1,
      failed: 0,
      failures: [],
      errors: [],
      passes: [{ name: 'a rule › holds', file: '/a.test.ts' }],
      skipped: [
        { name: 'real files › are read', reason: 'needs data/days' },
        { name: 'is to come', reason: undefined },
      ],
    });
  });

  test('unit and API tests: each failed one by name with the first lines of its message', () => {
    const failureMessages = ['\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n'.concat('    at some.ts:1:2\n'.repeat(30))];
    const assertionResults = [{ ancestorTitles: ['a rule'], title: 'holds', status: 'failed', meta: {}, failureMessages }];
    const { failures } = readReport(report({ numPassedTests: 0, numFailedTests: 1, testResults: [{ name: '/a/c.test.ts', message: '', assertionResults }] }))!;
    expect(failures).toEqual([
      { name: 'a rule › holds', file: '/a/c.test.ts', message: `AssertionError: expected 1 to be 2\n${Array(5).fill('    at some.ts:1:2').join('\n')}` },
    ]);
  });

  test('unit and API tests: what fails a run although each of its tests passed has its file and message', async () => {
    mkdirSync(`${REPOSITORY}.cache`, { recursive: true });
    const folder = mkdtempSync(`${REPOSITORY}.cache/tests-`);
    try {
      const tests = {
        'late.test.ts':
          "test('passes', () => void setTimeout(() => { throw new Error('too late') }, 50)); test('waits', () => new Promise((end) => setTimeout(end, 200)));",
        'hook.test.ts': "describe('group', () => { afterAll(() => { throw new Error('not empty') }); test('passes', () => {}) });",
        'gone.test.ts': "import './gone.ts'; test('passes', () => {});",
      };
      for (const [file, text] of Object.entries(tests)) writeFileSync(`${folder}/${file}`, text);
      const args = ['run', '--root', folder, '--globals', '--reporter', `${REPOSITORY}shared/build/tests/report-with-errors.ts`, '--outputFile.json=out.json'];
      const { ok } = await run('tests', 'vitest', args, { quiet: true });
      const summary = readReport(`${folder}/out.json`)!;
      expect({ ok, passed: summary.passed, failed: summary.failed }).toEqual({ ok: false, passed: 3, failed: 0 });
      const named = summary.errors.map(({ file, message }) => `${file!.slice(folder.length + 1)}: ${message.split('\n')[0]}`).sort();
      expect(named).toEqual([
        "gone.test.ts: Error: Cannot find module './gone.ts' imported from ".concat(folder, '/gone.test.ts'),
        'hook.test.ts: Error: not empty',
        'late.test.ts: Error: too late',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('browser stories: each skipped one by file and name, in the words of its skip; a flaky one failed', () => {
    const spec = (title: string, status: string, description?: string) => ({ title, tests: [{ status, annotations: [{ type: 'skip', description }] }] });
    const late = { title: 'wakes', tests: [{ status: 'unexpected', annotations: [], results: [{ error: { message: 'Error: too late' } }] }] };
    const specs = [spec('opens', 'expected'), spec('sleeps', 'skipped', 'no bed'), spec('snores', 'flaky'), late];
    const suites = [{ title: 'stories/a.spec.ts', specs: [], suites: [{ title: 'at night', specs }] }];
    const errors = [{ message: 'Error: no folder', location: { file: '/e2e/support/prepare.ts', line: 1, column: 1 } }];
    expect(readReport(report({ stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 }, suites, errors }))).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        { name: 'stories/a.spec.ts › at night › snores', file: 'stories/a.spec.ts', message: '' },
        { name: 'stories/a.spec.ts › at night › wakes', file: 'stories/a.spec.ts', message: 'Error: too late' },
      ],
      errors: [{ file: '/e2e/support/prepare.ts', message: 'Error: no folder' }],
      skipped: [{ name: 'stories/a.spec.ts › at night › sleeps', reason: 'no bed' }],
      passes: [{ name: 'stories/a.spec.ts › at night › opens', file: 'stories/a.spec.ts' }],
    });
  });

  test('a report that was never finished is none', () => {
    expect(readReport(report('{"stats":'))).toBeNull();
    expect(readReport('no/such/report.json')).toBeNull();
  });
});

describe('a second try', () => {
  const named = (name: string) => ({ name, file: `/${name}.test.ts`, message: `${name} broke` });
  const outside = { file: '/hook.test.ts', message: 'not empty' };
  const ended = (failures: string[], passes: string[], more: Partial<TestSummary> = {}): StepEnd & { summary: TestSummary } => ({
    ok: failures.length === 0 && !more.errors?.length,
    output: '',
    summary: { passed: passes.length, failed: failures.length, failures: failures.map(named), errors: [], skipped: [], passes: passes.map(named), ...more },
  });

  test('is for few failures, each known: their files, or the whole step where an error came from nobody knows where', () => {
    expect(filesToTryAgain(ended(['a', 'b', 'b'], []), 3)).toEqual(['/a.test.ts', '/b.test.ts']);
    expect(filesToTryAgain(ended(['a'], [], { errors: [outside] }), 3)).toEqual(['/a.test.ts', '/hook.test.ts']);
    expect(filesToTryAgain(ended([], ['a'], { errors: [{ ...outside, file: undefined }] }), 3)).toEqual([]);
    expect(filesToTryAgain({ ...ended([], ['a']), ok: false, output: 'killed' }, 3)).toEqual([]);
    expect(filesToTryAgain(ended([], ['a']), 3)).toBeNull();
    expect(filesToTryAgain(ended(['a', 'b', 'c', 'd'], []), 3)).toBeNull();
    expect(filesToTryAgain(ended(['a', 'b', 'c'], [], { errors: [outside] }), 3)).toBeNull();
    expect(filesToTryAgain(ended(['a'], [], { failed: 2 }), 3)).toBeNull();
    expect(filesToTryAgain(ended(['a'], []), 0)).toBeNull();
    expect(filesToTryAgain({ ok: false, output: 'killed', summary: null }, 3)).toBeNull();
  });

  test('leaves as failed only what failed again, and names what passed then', () => {
    const { ok, summary, lucky } = afterSecondTry(ended(['a', 'b'], ['c']), ended(['b'], ['a']));
    expect({ ok, passed: summary.passed, failed: summary.failed }).toEqual({ ok: false, passed: 2, failed: 1 });
    expect(summary.failures).toEqual([named('b')]);
    expect(lucky).toEqual([named('a')]);
  });

  test('holds where all passed then', () => {
    const { ok, summary, lucky } = afterSecondTry(ended(['a', 'b'], ['c']), ended([], ['a', 'b', 'c']));
    expect({ ok, passed: summary.passed, failed: summary.failed, failures: summary.failures }).toEqual({ ok: true, passed: 3, failed: 0, failures: [] });
    expect(lucky).toEqual([named('a'), named('b')]);
  });

  test('fails with what failed only then, with what it never reached, and with what it never told', () => {
    expect(afterSecondTry(ended(['a'], ['c']), ended(['c'], ['a']))).toMatchObject({ ok: false, summary: { passed: 1, failed: 1, failures: [named('c')] } });
    expect(afterSecondTry(ended(['a'], []), ended([], []))).toMatchObject({ ok: false, summary: { failures: [named('a')] }, lucky: [] });
    expect(afterSecondTry(ended(['a'], []), { ok: false, output: 'killed', summary: null })).toMatchObject({
      ok: false,
      summary: { failures: [named('a')] },
      lucky: [],
    });
    expect(afterSecondTry(ended(['a'], []), { ...ended([], ['a']), ok: false })).toMatchObject({ ok: false, summary: { failed: 0 }, lucky: [named('a')] });
  });

  test('of errors outside of tests: named as lucky when they are gone, failed when not', () => {
    const first = ended([], ['a'], { errors: [outside] });
    expect(afterSecondTry(first, ended([], ['a']))).toMatchObject({
      ok: true,
      summary: { passed: 1, failed: 0, errors: [] },
      lucky: [{ name: 'outside of any test, /hook.test.ts', message: 'not empty' }],
    });
    expect(afterSecondTry(first, first)).toMatchObject({ ok: false, summary: { errors: [outside] }, lucky: [] });
  });

  test('a step that fails and names nothing is told by the last lines it printed', () => {
    const output = `${'passed\n'.repeat(100)}\u001b[31mclose timed out\u001b[39m\n\n`;
    expect(errorsOf({ ...ended([], ['a']), ok: false, output })).toEqual([{ file: undefined, message: `${'passed\n'.repeat(19)}close timed out` }]);
    expect(errorsOf({ ok: false, output, summary: null })).toHaveLength(1);
    expect(errorsOf({ ...ended(['a'], []), output })).toEqual([]);
    expect(errorsOf({ ...ended([], ['a']), output })).toEqual([]);
  });
});

test('every project of tests is run by npm test', () => {
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
  const projects = [...read('../../../vitest.config.ts').matchAll(/name: '(\w+)'/g)].map(([, name]) => name);
  const run = [...read('../test.mjs').matchAll(/'--project', '(\w+)'|vitest\('(\w+)'/g)].map(([, one, other]) => one ?? other);
  expect(run.toSorted()).toEqual(projects.toSorted());
});
