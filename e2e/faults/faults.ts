import { parseArgs } from 'node:util';
import { faultSchedule, onlyFault, PROCESS_FAULTS } from '../support/faults/fault-schedule.ts';
import { runFaults } from '../support/faults/faults-run.ts';

/**
 * `npm run faults -- --minutes 30 --seed 7`: two nodes on PostgreSQL and Redis under load, one fault after the other; a verdict at the end.
 * `--only freeze`, `crash` or `deploy`: that fault of a process again and again.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' }, only: { type: 'string' } },
});
const only = PROCESS_FAULTS.find((fault) => fault === values.only);
if (values.only && !only) throw new Error(`--only takes ${PROCESS_FAULTS.join(', ')}.`);
const verdict = await runFaults({
  seconds: Number(values.minutes) * 60,
  seed: Number(values.seed),
  schedule: only ? (random) => onlyFault(only, random) : faultSchedule,
  say: (line) => console.log(line),
});
const { wrong, ...figures } = verdict;
console.table(figures);
for (const sentence of new Set(wrong))
  console.log(`✗ ${sentence}${wrong.filter((each) => each === sentence).length > 1 ? ` (${wrong.filter((each) => each === sentence).length} times)` : ''}`);
console.log(wrong.length === 0 ? '✓ Nothing went wrong.' : `✗ ${wrong.length} things went wrong.`);
process.exit(wrong.length === 0 ? 0 : 1);
