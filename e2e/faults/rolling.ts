import { parseArgs } from 'node:util';
import { runRolling } from '../support/faults/rolling-run.ts';

/** `npm run faults:rolling -- --requests 10000 --sockets 600 --seed 7`: two nodes behind a balancer are replaced in turn under load; a verdict at the end. */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, sockets: { type: 'string', default: '600' }, seed: { type: 'string', default: '1' } },
});
const verdict = await runRolling({
  requests: Number(values.requests),
  sockets: Number(values.sockets),
  seed: Number(values.seed),
  say: (line) => console.log(line),
});
const { wrong, ...figures } = verdict;
console.table(figures);
for (const sentence of new Set(wrong)) console.log(`✗ ${sentence} (${wrong.filter((each) => each === sentence).length} times)`);
console.log(wrong.length === 0 ? '✓ Nothing went wrong.' : `✗ ${wrong.length} things went wrong.`);
process.exit(wrong.length === 0 ? 0 : 1);
