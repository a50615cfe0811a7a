import { mkdirSync, readdirSync } from 'node:fs';
import { checkApiReport } from './checks/api-report.ts';
import { findFloatingPromises } from './checks/promises.ts';
import { REPOSITORY } from './modules.ts';
import { askAudit } from './packages/audit.ts';
import { checkPackages } from './packages/check-packages.ts';
import { type Outcome, run } from './run.ts';
import { changedSinceGreen, keepGreen, reachedBy, unitTests } from './tests/last-checked.ts';

/**
 * `npm run check`: types, lint and format, promises left alone, dead exports, import laws, the report of public types, and the unit tests that a change since the last green check can reach. Quick
 * enough to run before every commit. `--all`: every unit test. `--changed main`: those of what changed since. `--statics`: no unit
 * test, since `npm test` runs them itself and only those again that failed.
 */
const modules = readdirSync(REPOSITORY).filter((folder) => folder.startsWith('mf-'));
const rooms = ['root-config', 'shell', ...modules, 'shared', 'api', 'e2e', 'lab'];
const report = `${REPOSITORY}.cache/unit.json`;
mkdirSync(`${REPOSITORY}.cache`, { recursive: true });

const say = ({ name, ok, seconds, output }: Outcome): Outcome => {
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trimEnd());
  return { name, ok, seconds, output };
};
const quiet = { quiet: true };

// The unit tests keep both cores busy; the static checks run one after the other beside them.
// Each checker learns the common types anew: two do with three quarters of the work of four. GOGC: memory is collected less often.
const staticChecks = async (): Promise<Outcome[]> => [
  say(
    await run('types', 'tsc', ['-p', '.', '--checkers', '2', '--incremental', '--tsBuildInfoFile', `${REPOSITORY}.cache/types.json`], {
      quiet: true,
      env: { GOGC: '400' },
    }),
  ),
  say(await run('lint and format', 'biome', ['check', '--error-on-warnings', '--max-diagnostics=40', '.'], quiet)),
  say(await findFloatingPromises('.')),
  say(await run('exports that nothing in production uses', 'knip', ['--production', '--no-progress'], quiet)),
  say(
    await run(
      'import laws',
      'depcruise',
      ['--config', 'shared/build/checks/laws.cjs', '--cache', `${REPOSITORY}.cache/laws`, '--cache-strategy', 'content', '--output-type', 'err-long', ...rooms],
      quiet,
    ),
  ),
  say(await checkApiReport()),
  say(await packages()),
];
/** Licences of what is installed; in a whole run also what the registry knows of its weaknesses. */
async function packages(): Promise<Outcome> {
  const started = performance.now();
  const { problems, remarks } = checkPackages(given.includes('--all') ? await askAudit(REPOSITORY) : null);
  for (const remark of remarks) console.log(`! ${remark}`);
  return {
    name: 'packages: licences and known weaknesses',
    ok: problems.length === 0,
    seconds: (performance.now() - started) / 1000,
    output: problems.join('\n'),
  };
}

const given = process.argv.slice(2);
const staticsAlone = given.includes('--statics');
const reached = staticsAlone ? [] : given.length === 0 ? reachedBy(changedSinceGreen(), unitTests) : 'all';
const chosen = reached === 'all' ? ['run', ...given.filter((argument) => argument !== '--all')] : ['related', '--run', '--passWithNoTests', ...reached];
const always = ['--project', 'node', '--project', 'dom', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
const unit = staticsAlone
  ? null
  : reached.length === 0
    ? say({ name: 'unit tests: nothing has changed since all were green', ok: true, seconds: 0, output: '' })
    : run(reached === 'all' ? 'unit tests' : 'unit tests that the change can reach (--all: every one)', 'vitest', [...chosen, ...always], quiet).then(say);
const statics = await staticChecks();
const tested = await unit;
const green = [...statics, ...(tested ? [tested] : [])].every(({ ok }) => ok);
if (green && tested && !given.includes('--changed')) keepGreen();
process.exit(green ? 0 : 1);
