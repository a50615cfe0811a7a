import { readFileSync } from 'node:fs';

declare module 'vitest' {
  interface TaskMeta {
    /** What must be at hand for the test to run, for tests that are skipped without it. */
    needs?: string;
  }
}

export interface SkippedTest {
  readonly name: string;
  /** Why, where its test says so: a vitest test by `meta.needs`, a Playwright test by the words of its skip. */
  readonly reason: string | undefined;
}

export interface FailedTest {
  readonly name: string;
  /** Its path, from the root of the disk in a vitest report, from the tests' folder in a Playwright one. */
  readonly file: string;
  /** The first lines of its message, without colours; '' where the report has none. */
  readonly message: string;
}

/** What failed a run outside of its tests: an error nobody caught, a hook of a file or group, a file that can't be loaded. */
export interface ErrorOutside {
  /** Where it came from, if that is known. */
  readonly file: string | undefined;
  /** Its first lines, without colours. */
  readonly message: string;
}

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  /** Failed tests by name; fewer than `failed` where a report counts what it doesn't list. */
  readonly failures: readonly FailedTest[];
  readonly errors: readonly ErrorOutside[];
  readonly skipped: readonly SkippedTest[];
  readonly passes: readonly Pick<FailedTest, 'name' | 'file'>[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** From `report-with-errors.ts`. */
  readonly errors?: readonly { readonly file?: string; readonly message: string }[];
  readonly testResults: readonly {
    /** The file. */
    readonly name?: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly meta?: { readonly needs?: string };
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
      readonly results?: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly PlaywrightSuite[];
  readonly errors?: readonly { readonly message?: string; readonly location?: { readonly file: string } }[];
}

/** What a vitest or Playwright report in JSON says; null when the runner did not get as far as writing one. */
export function readReport(file: string): TestSummary | null {
  let report: VitestReport | PlaywrightReport;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
  return 'stats' in report ? ofPlaywright(report) : ofVitest(report);
}

const MESSAGE_LINES = 6;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of the terminal begin with this character.
const COLOURS = /\u001b\[[\d;]*m/g;
const shortened = (message = ''): string => message.replace(COLOURS, '').trim().split('\n').slice(0, MESSAGE_LINES).join('\n');

function ofVitest({ numPassedTests, numFailedTests, testResults, errors = [] }: VitestReport): TestSummary {
  const tests = testResults
    .flatMap(({ name: file = '', assertionResults }) => assertionResults.map((test) => ({ ...test, file })))
    .map(({ ancestorTitles, title, ...test }) => ({ ...test, name: [...ancestorTitles, title].filter(Boolean).join(' › ') }));
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    failures: tests
      .filter(({ status }) => status === 'failed')
      .map(({ name, file, failureMessages }) => ({ name, file, message: shortened(failureMessages?.[0]) })),
    errors: errors.map(({ file, message }) => ({ file, message: shortened(message) })),
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ name, meta }) => ({ name, reason: meta?.needs && `needs ${meta.needs}` })),
    passes: tests.filter(({ status }) => status === 'passed').map(({ name, file }) => ({ name, file })),
  };
}

function ofPlaywright({ stats, suites, errors = [] }: PlaywrightReport): TestSummary {
  const tests = suites.flatMap((suite) => testsIn(suite, []).map((test) => ({ ...test, file: suite.title })));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ name, file, results = [] }) => ({ name, file, message: shortened(results.find(({ error }) => error)?.error?.message) })),
    errors: errors.map(({ message, location }) => ({ file: location?.file, message: shortened(message) })),
    skipped: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ name, annotations }) => ({ name, reason: annotations.find(({ description }) => description)?.description })),
    passes: tests.filter(({ status }) => status === 'expected').map(({ name, file }) => ({ name, file })),
  };
}

/** How a step ended: its own word, what it printed, and its report where one was written. */
export interface StepEnd {
  readonly ok: boolean;
  readonly output: string;
  readonly summary: TestSummary | null;
}

/** How an error outside of tests is called. */
export const nameOf = ({ file }: Pick<ErrorOutside, 'file'>): string => `outside of any test${file ? `, ${file}` : ''}`;

const LAST_LINES = 20;

/** What failed a step, in its own words: where its report names nothing, by the last lines it printed. */
export function errorsOf({ ok, output, summary }: StepEnd): readonly ErrorOutside[] {
  if (ok || (summary && summary.failures.length + summary.errors.length > 0)) return summary?.errors ?? [];
  const lines = output.replace(COLOURS, '').split('\n');
  return [
    {
      file: undefined,
      message: lines
        .filter((line) => line.trim())
        .slice(-LAST_LINES)
        .join('\n'),
    },
  ];
}

/**
 * Files that may run once more, when no more than `most` things failed and each is known. An empty list: the whole step, for an error came from
 * nobody knows where. Null: no second try, for a broken product must not pass by luck.
 */
export function filesToTryAgain(end: StepEnd, most: number): readonly string[] | null {
  const { ok, summary } = end;
  if (ok || !summary || summary.failures.length !== summary.failed) return null;
  const failed = [...summary.failures, ...errorsOf(end)];
  if (failed.length > most) return null;
  const files = failed.map(({ file }) => file).filter((file) => file !== undefined);
  return files.length === failed.length ? [...new Set(files)] : [];
}

type NamedTest = Pick<FailedTest, 'name' | 'file'>;
const includes = (tests: readonly NamedTest[], { name, file }: NamedTest): boolean => tests.some((test) => test.name === name && test.file === file);

/**
 * What counts after a second try: what failed again, and what failed only then, since nothing is tried a third time. A test was lucky only where
 * the second report says that it passed: one that was never reached was not.
 */
export function afterSecondTry(first: StepEnd & { readonly summary: TestSummary }, second: StepEnd) {
  const again = second.summary;
  if (!again) return { ...first, lucky: [] };
  const passed = first.summary.failures.filter((test) => includes(again.passes, test) && !includes(again.failures, test));
  const failures = [
    ...first.summary.failures.filter((test) => !passed.includes(test)),
    ...again.failures.filter((test) => !includes(first.summary.failures, test)),
  ];
  const errors = errorsOf(second);
  return {
    ok: second.ok && failures.length === 0,
    output: second.output,
    summary: {
      ...first.summary,
      passed: first.summary.passed + first.summary.failed - failures.length,
      failed: failures.length,
      failures,
      errors,
    },
    lucky: [...passed, ...(errors.length > 0 ? [] : errorsOf(first).map((error) => ({ ...error, name: nameOf(error) })))],
  };
}

type PlaywrightTest = NonNullable<PlaywrightSuite['specs']>[number]['tests'][number];

function testsIn({ title, specs = [], suites = [] }: PlaywrightSuite, above: readonly string[]): (PlaywrightTest & { name: string })[] {
  const path = [...above, title];
  const own = specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, name: [...path, spec.title].join(' › ') })));
  return [...own, ...suites.flatMap((suite) => testsIn(suite, path))];
}
