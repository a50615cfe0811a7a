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

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  /** Failed tests by name; fewer than `failed` where a report counts what it doesn't list. */
  readonly failures: readonly FailedTest[];
  readonly skipped: readonly SkippedTest[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    /** The file and, where it could not even be loaded, why. */
    readonly name?: string;
    readonly message?: string;
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

function ofVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): TestSummary {
  const tests = testResults
    .flatMap(({ name: file = '', assertionResults }) => assertionResults.map((test) => ({ ...test, file })))
    .map(({ ancestorTitles, title, ...test }) => ({ ...test, name: [...ancestorTitles, title].filter(Boolean).join(' › ') }));
  const broken = testResults.filter(({ message, assertionResults }) => message && assertionResults.length === 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    failures: [
      ...tests.filter(({ status }) => status === 'failed').map(({ name, file, failureMessages }) => ({ name, file, message: shortened(failureMessages?.[0]) })),
      ...broken.map(({ name = 'a file of tests', message }) => ({ name, file: name, message: shortened(message) })),
    ],
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ name, meta }) => ({ name, reason: meta?.needs && `needs ${meta.needs}` })),
  };
}

function ofPlaywright({ stats, suites }: PlaywrightReport): TestSummary {
  const tests = suites.flatMap((suite) => testsIn(suite, []).map((test) => ({ ...test, file: suite.title })));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ name, file, results = [] }) => ({ name, file, message: shortened(results.find(({ error }) => error)?.error?.message) })),
    skipped: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ name, annotations }) => ({ name, reason: annotations.find(({ description }) => description)?.description })),
  };
}

type PlaywrightTest = NonNullable<PlaywrightSuite['specs']>[number]['tests'][number];

function testsIn({ title, specs = [], suites = [] }: PlaywrightSuite, above: readonly string[]): (PlaywrightTest & { name: string })[] {
  const path = [...above, title];
  const own = specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, name: [...path, spec.title].join(' › ') })));
  return [...own, ...suites.flatMap((suite) => testsIn(suite, path))];
}
