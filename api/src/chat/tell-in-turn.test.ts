import { expect, test } from 'vitest';
import { tellInTurn } from './tell-in-turn.ts';

test('a change is told at once; what changes while others are told is told once, with all its rooms, and a failure stops nobody', async () => {
  const told: string[] = [];
  const failed: unknown[] = [];
  let go = (): void => {};
  const lists = tellInTurn(
    async (user_id, rooms) => {
      told.push(`${user_id}: ${rooms.join(' ')}`);
      if (user_id === 'a') await new Promise<void>((resolve) => (go = resolve));
      if (user_id === 'b') throw new Error('no answer');
    },
    (error) => failed.push(error),
  );
  lists.add('a', 'r1');
  expect(told).toEqual(['a: r1']);
  for (const [user_id, room] of [
    ['b', 'r1'],
    ['b', 'r2'],
    ['b', 'r1'],
    ['c', 'r3'],
  ] as const)
    lists.add(user_id, room);
  go();
  await expect.poll(() => told).toEqual(['a: r1', 'b: r1 r2', 'c: r3']);
  expect(failed).toHaveLength(1);
});
