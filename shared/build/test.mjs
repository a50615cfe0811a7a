// npm test: everything that continuous integration runs, on a machine that has only git, Node and npm.
// npm test -- --since main: what the change since then can reach.
// npm test -- --second-try 3: where up to three things of a step failed, their files run once more, and what passes then is named.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { continueOnPinnedNode, install, REPOSITORY } from './install.mjs';
import { ensureTestChromium } from './tests/browser.mjs';

install();
await continueOnPinnedNode(import.meta.url);

const { changedSince } = await import('./tests/changed.ts');
const { run } = await import('./run.ts');
const { reachOf } = await import('./tests/since.ts');
const { afterSecondTry, errorsOf, filesToTryAgain, nameOf, readReport } = await import('./tests/test-reports.ts');
const { API_WORKERS, STORY_WORKERS } = await import('./tests/workers.ts');
const { values } = parseArgs({ options: { since: { type: 'string' }, 'second-try': { type: 'string', default: '0' } } });
const reports = `${REPOSITORY}.cache`;
mkdirSync(reports, { recursive: true });

const since = values.since ?? null;
const reach = since ? reachOf(changedSince(since), JSON.parse(readFileSync(`${REPOSITORY}e2e/reach.json`, 'utf8'))) : { builds: true, stories: 'all' };
const chromium = await ensureTestChromium();
const changed = since ? ['--changed', since, '--passWithNoTests'] : [];
const node = process.execPath;
const unit = {
  title: 'Unit tests',
  command: vitest('node', 'unit.json', '--project', 'dom'),
  report: 'unit.json',
  again: (files) => files,
};
const checks = { title: 'Types, lint, laws', command: [node, 'shared/build/check.ts', '--statics', ...(since ? changed : ['--all'])] };
const api = {
  title: 'API over real databases',
  command: vitest('api', 'api.json', '--project', 'apart', '--maxWorkers', String(API_WORKERS)),
  report: 'api.json',
  again: (files) => files,
};
const builds = [
  { title: 'Byte budgets', command: [node, 'root-config/release/budgets.ts'] },
  { title: 'Builds and releases', command: vitest('builds', 'builds.json'), report: 'builds.json' },
];
/** What both parts of the stories begin with. */
const data = { title: 'Data of the stories', command: [node, 'e2e/support/templates.ts'] };
const stories = [browser('Browser stories', 'stories', STORY_WORKERS), browser('Stories that need the machine for themselves', 'alone', 1)];
/** One after the other; the lines of each run beside each other, for what waits for databases and clocks leaves a core to what builds. */
const tellsStories = chromium && reach.stories.length > 0;
const stages = [[[unit], [checks]], [[api], [...(reach.builds ? builds : []), ...(tellsStories ? [data] : [])]], [tellsStories ? stories : []]];
const steps = stages.flat(2);

function vitest(project, report, ...more) {
  return [
    'vitest',
    'run',
    '--project',
    project,
    ...more,
    '--reporter=default',
    '--reporter=./shared/build/tests/report-with-errors.ts',
    `--outputFile.json=${reports}/${report}`,
    ...changed,
  ];
}

function browser(title, part, workers) {
  const files = reach.stories === 'all' ? [] : [...reach.stories, '--pass-with-no-tests'];
  return {
    title,
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--project', part, '--workers', String(workers), ...files],
    report: `${part}.json`,
    again: (files, { failed }) => (failed > 0 ? ['--last-failed', '--workers', '1'] : files),
    env: { CHROMIUM_PATH: chromium, E2E_PART: part, E2E_PICTURES: 'off', E2E_KEEP_DATA: 'on' },
  };
}

/** A step that failed nobody knows where runs whole once more if it took no longer than so many seconds: what takes an hour has no second one. */
const WHOLE_AGAIN = 600;
const lines = [];
let failed = chromium ? 0 : 1;
const totals = { passed: 0, failed: 0 };
const skipped = [];
const failures = [];
const lucky = [];
for (const stage of stages) await Promise.all(stage.map((line, at) => runLine(line, at > 0)));
if (!chromium) lines.push('✗ Browser stories and faults: no Chromium on this machine');
// At the end, because a log that is kept is often only its end.
for (const { name, message } of failures) lines.push(`✗ failed: ${name}\n${message.replaceAll(/^/gm, '    ')}`);
for (const { name, message } of lucky) lines.push(`! passed only at a second try: ${name}\n${message.replaceAll(/^/gm, '    ')}`);
for (const { name, reason } of skipped) lines.push(`– skipped: ${name}: ${reason ?? 'its test gives no reason'}`);
console.log(
  `\n${lines.join('\n')}\n${totals.passed} passed, ${totals.failed} failed, ${skipped.length} skipped${lucky.length > 0 ? `, ${lucky.length} passed only at a second try` : ''}${failed ? ` — ${failed} of ${steps.length} steps failed` : ''}`,
);
process.exit(failed ? 1 : 0);

/** Steps one after the other; `quiet`: what they print comes when they have ended, since something else prints meanwhile. */
async function runLine(line, quiet) {
  for (const step of line) await runStep(step, quiet);
}

async function runStep({ title, command, report, env, again }, quiet) {
  const say = (what) => console.log(`\n── ${what}`);
  const start = async (what, args) => {
    if (!quiet) say(what);
    const ended = await run(title, command[0], args, { env, quiet });
    if (quiet) say(what);
    if (quiet) console.log(ended.output);
    return ended;
  };
  if (report) rmSync(`${reports}/${report}`, { force: true });
  const runs = async (what, args) => {
    const ended = await start(what, args);
    return { ...ended, summary: report ? readReport(`${reports}/${report}`) : null };
  };
  let end = await runs(title, command.slice(1));
  let { seconds } = end;
  const files = again ? filesToTryAgain(end, Number(values['second-try'])) : null;
  if (files && (files.length > 0 || seconds < WHOLE_AGAIN)) {
    const second = await runs(`${title}: what failed, once more`, [...command.slice(1), ...again(files, end.summary)]);
    end = afterSecondTry(end, second);
    seconds += second.seconds;
    lucky.push(...end.lucky);
  }
  const { ok, summary } = end;
  const errors = errorsOf(end);
  if (summary) {
    totals.passed += summary.passed;
    totals.failed += summary.failed;
    skipped.push(...summary.skipped);
    failures.push(...summary.failures);
  }
  // What checks and builds print stands above, whole.
  if (report) failures.push(...errors.map((error) => ({ ...error, name: `${title}, ${nameOf(error)}` })));
  if (!ok) failed += 1;
  const outside = report && errors.length > 0 ? `, ${errors.length} failed outside of any test` : '';
  lines.push(
    `${ok ? '✓' : '✗'} ${title}: ${seconds.toFixed(0)} s${summary ? `, ${summary.passed} passed, ${summary.failed} failed, ${summary.skipped.length} skipped` : ''}${outside}`,
  );
}
