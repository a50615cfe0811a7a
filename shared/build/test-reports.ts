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

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly SkippedTest[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly meta?: { readonly needs?: string };
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string; readonly annotations: readonly { readonly type: string; readonly description?: string }[] }[];
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

function ofVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): TestSummary {
  const skipped = testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ ancestorTitles, title, meta }) => ({
      name: [...ancestorTitles, title].filter(Boolean).join(' › '),
      reason: meta?.needs && `needs ${meta.needs}`,
    }));
  return { passed: numPassedTests, failed: numFailedTests, skipped };
}

function ofPlaywright({ stats, suites }: PlaywrightReport): TestSummary {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: suites.flatMap((suite) => skippedIn(suite, [])) };
}

function skippedIn({ title, specs = [], suites = [] }: PlaywrightSuite, above: readonly string[]): SkippedTest[] {
  const path = [...above, title];
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({ name: [...path, spec.title].join(' › '), reason: annotations.find(({ description }) => description)?.description })),
  );
  return [...own, ...suites.flatMap((suite) => skippedIn(suite, path))];
}
