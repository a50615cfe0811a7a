import { comparedWithChance, SHAPES } from '@vimarsh/shared/domain/calls/equity/driftless.testing.ts';
import { comparedOptions } from '@vimarsh/shared/domain/calls/options/driftless.testing.ts';
import { Refusal } from './experiment.ts';

interface DriftlessOptions {
  readonly paths: number;
  readonly seed: number;
}

/** How far the share that gains may be from the share that is reckoned with: one in a hundred. */
const ALLOWED = 0.01;

/** Walks prices without direction through each kind of call and of author, and compares what gains with what the figures reckon with. */
export default async function driftless({ paths, seed }: DriftlessOptions): Promise<boolean> {
  if (!(Number.isInteger(paths) && paths >= 1000)) throw new Refusal('--paths takes a whole number from 1,000 on: fewer say less than one in a hundred.');
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`.padStart(9);
  let held = true;
  const tell = (name: string, gained: number, reckoned: number, more = ''): void => {
    const near = Math.abs(gained - reckoned) <= ALLOWED;
    held &&= near;
    console.log(`${name.padEnd(58)} gains ${percent(gained)}  reckoned ${percent(reckoned)}${more}${near ? '' : '  TOO FAR APART'}`);
  };
  for (const shape of SHAPES) {
    const { gained, reckoned, spread, allowed } = comparedWithChance(shape, paths, seed);
    tell(shape.name, gained, reckoned, `  spread ${spread.toFixed(3)} of ${allowed.toFixed(3)}`);
  }
  for (const { name, gained, reckoned } of comparedOptions(paths, seed)) tell(name, gained, reckoned);
  return held;
}
