import { Refusal } from '../experiment.ts';
import { ATTACKS, attackAll } from './attacks.ts';
import { openTarget } from './target.ts';

const MOST_BROKEN = 10;

/** Tries on a running server what somebody hostile would, and prints a table. */
export default async function attackServer({ url, seed, only, long }: { url: string; seed: number; only: string; long: boolean }): Promise<boolean> {
  if (!ATTACKS.some(({ name }) => name.includes(only)))
    throw new Refusal(`No attack is called like “${only}”; there are: ${ATTACKS.map(({ name }) => name).join('; ')}.`);
  const target = await openTarget(url, { seed, scale: long ? 10 : 1 }).catch((error: Error) => {
    throw new Refusal(`${url} can’t be attacked: ${error.message}`);
  });
  console.log(`${target.base}, seed ${target.seed}, ${target.people.size} demo accounts, ${target.routes.length} routes of the contract\n`);
  console.log('     tried   held  broken  seconds  what');
  const outcomes = await attackAll(target, {
    only,
    say({ attack, tried, broken, note, seconds }) {
      const sign = broken.length > 0 ? '✗' : tried === 0 ? '–' : '✓';
      const held = Math.max(0, tried - broken.length);
      console.log(
        `${sign} ${String(tried).padStart(8)} ${String(held).padStart(6)} ${String(broken.length).padStart(7)} ${seconds.toFixed(1).padStart(8)}  ${attack.name}${note ? ` (${note})` : ''}`,
      );
    },
  });
  const notHeld = outcomes.filter(({ broken }) => broken.length > 0);
  for (const { attack, broken } of notHeld) {
    console.log(`\n✗ ${attack.name}. ${attack.holds}`);
    for (const sentence of broken.slice(0, MOST_BROKEN)) console.log(`  ${sentence}`);
    if (broken.length > MOST_BROKEN) console.log(`  … and ${broken.length - MOST_BROKEN} more`);
  }
  return notHeld.length === 0;
}
