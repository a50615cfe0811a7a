import { expect } from 'vitest';

/** Days within which a bug that was planted has to be found. */
const FOUND_WITHIN = 25;

/** Plays days with a bug in it until it is found. Each bug begins at seeds of its own: accounts of other days are taken. */
export async function bugFound(found: RegExp, place: number, play: (seed: number) => Promise<{ readonly wrong: string[] }>): Promise<void> {
  const wrong: string[] = [];
  const first = 1_000_000 * (place + 1);
  for (let seed = first; wrong.every((each) => !found.test(each)) && seed < first + FOUND_WITHIN; seed += 1) wrong.push(...(await play(seed)).wrong);
  expect(wrong.join('\n')).toMatch(found);
}
