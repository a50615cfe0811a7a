// npm test: everything that continuous integration runs, on a machine that has only git, Node and npm.
import { mkdirSync, rmSync } from 'node:fs';
import { ensureChromium } from './browser.mjs';
import { continueOnPinnedNode, install, REPOSITORY } from './install.mjs';

install();
await continueOnPinnedNode(import.meta.url);

const { run } = await import('./run.ts');
const { readReport } = await import('./test-reports.ts');
const reports = `${REPOSITORY}.cache`;
mkdirSync(reports, { recursive: true });

const chromium = await ensureChromium();
const node = process.execPath;
const steps = [
  { title: 'Types, lint, laws, unit tests', command: [node, 'shared/build/check.ts'], report: 'unit.json' },
  {
    title: 'API over real databases',
    command: ['vitest', 'run', '--project', 'api', '--reporter=default', '--reporter=json', `--outputFile.json=${reports}/api.json`],
    report: 'api.json',
  },
  { title: 'Builds and byte budgets', command: [node, 'root-config/release/budgets.ts'] },
  ...(chromium
    ? [
        {
          title: 'Browser stories and faults',
          command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
          report: 'e2e.json',
          env: { CHROMIUM_PATH: chromium },
        },
      ]
    : []),
];

const lines = [];
let failed = chromium ? 0 : 1;
const totals = { passed: 0, failed: 0 };
const skipped = [];
for (const { title, command, report, env } of steps) {
  console.log(`\n── ${title}`);
  if (report) rmSync(`${reports}/${report}`, { force: true });
  const outcome = await run(title, command[0], command.slice(1), { env });
  const summary = report ? readReport(`${reports}/${report}`) : null;
  if (summary) {
    totals.passed += summary.passed;
    totals.failed += summary.failed;
    skipped.push(...summary.skipped);
  }
  if (!outcome.ok) failed += 1;
  lines.push(
    `${outcome.ok ? '✓' : '✗'} ${title}: ${outcome.seconds.toFixed(0)} s${summary ? `, ${summary.passed} passed, ${summary.failed} failed, ${summary.skipped.length} skipped` : ''}`,
  );
}
if (!chromium) lines.push('✗ Browser stories and faults: no Chromium on this machine');
for (const { name, reason } of skipped) lines.push(`– skipped: ${name}: ${reason ?? 'its test gives no reason'}`);
console.log(
  `\n${lines.join('\n')}\n${totals.passed} passed, ${totals.failed} failed, ${skipped.length} skipped${failed ? ` — ${failed} of ${steps.length} steps failed` : ''}`,
);
process.exit(failed ? 1 : 0);
