import { parseArgs } from 'node:util';
import { runFaults } from '../support/faults-run.ts';

/** `npm run faults -- --minutes 30 --seed 7`: two nodes on PostgreSQL and Redis under load, one fault after the other; a verdict at the end. */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } } });
const verdict = await runFaults({ seconds: Number(values.minutes) * 60, seed: Number(values.seed), say: (line) => console.log(line) });
const { wrong, ...figures } = verdict;
console.table(figures);
for (const sentence of new Set(wrong))
  console.log(`✗ ${sentence}${wrong.filter((each) => each === sentence).length > 1 ? ` (${wrong.filter((each) => each === sentence).length} times)` : ''}`);
console.log(wrong.length === 0 ? '✓ Nothing went wrong.' : `✗ ${wrong.length} things went wrong.`);
process.exit(wrong.length === 0 ? 0 : 1);
