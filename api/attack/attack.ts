import { parseArgs } from 'node:util';
import { attackAll } from './attacks.ts';
import { openTarget } from './target.ts';

/* `npm run attack -- http://localhost:4000`: tries on a running server what somebody hostile would; a table, and 1 when something did not hold. */

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, only: { type: 'string', default: '' }, long: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const url = positionals[0] ?? 'http://localhost:4000';
const MOST_BROKEN = 10;

const target = await openTarget(url, { seed: Number(values.seed), scale: values.long ? 10 : 1 }).catch((error: Error) => {
  console.error(`${url} can’t be attacked: ${error.message}`);
  process.exit(2);
});
console.log(`${target.base}, seed ${target.seed}, ${target.people.size} demo accounts, ${target.routes.length} routes of the contract\n`);
console.log('     tried   held  broken  seconds  what');
const outcomes = await attackAll(target, {
  only: values.only,
  say({ attack, tried, broken, note, seconds }) {
    const sign = broken.length > 0 ? '✗' : tried === 0 ? '–' : '✓';
    const held = Math.max(0, tried - broken.length);
    console.log(
      `${sign} ${String(tried).padStart(8)} ${String(held).padStart(6)} ${String(broken.length).padStart(7)} ${seconds.toFixed(1).padStart(8)}  ${attack.name}${note ? ` (${note})` : ''}`,
    );
  },
});
for (const { attack, broken } of outcomes.filter((outcome) => outcome.broken.length > 0)) {
  console.log(`\n✗ ${attack.name}. ${attack.holds}`);
  for (const sentence of broken.slice(0, MOST_BROKEN)) console.log(`  ${sentence}`);
  if (broken.length > MOST_BROKEN) console.log(`  … and ${broken.length - MOST_BROKEN} more`);
}
process.exit(outcomes.some(({ broken }) => broken.length > 0) ? 1 : 0);
