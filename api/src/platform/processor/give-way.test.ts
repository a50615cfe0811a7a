import { expect, test } from 'vitest';
import { givingWay } from './give-way.ts';

/** Works in pieces of a few milliseconds, and counts how often somebody else had a turn meanwhile. */
async function turnsDuring(afterEach: () => Promise<void>): Promise<number> {
  let turns = 0;
  const other = setInterval(() => (turns += 1), 1);
  for (const until = performance.now() + 200; performance.now() < until; ) {
    for (const end = performance.now() + 3; performance.now() < end; );
    await afterEach();
  }
  clearInterval(other);
  return turns;
}

test('long work in pieces lets others have their turns; without it nobody has one until its end', async () => {
  expect(await turnsDuring(givingWay())).toBeGreaterThan(3);
  expect(await turnsDuring(async () => undefined)).toBe(0);
});
