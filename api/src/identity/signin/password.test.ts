import { expect, test } from 'vitest';
import { createPasswords } from './password.ts';

const passwords = createPasswords();

test('a hash is Argon2id with 19 MiB, two passes, one lane, and proves its password only', async () => {
  const phc = await passwords.hash('Vimarsh@2026');
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(phc, 'Vimarsh@2026')).toBe(true);
  expect(await passwords.verify(phc, 'vimarsh@2026')).toBe(false);
});

test('nobody’s password is never right', async () => {
  expect(await passwords.verify(null, '')).toBe(false);
});

test('many checks at once all get their turn', async () => {
  const phc = await passwords.hash('a');
  const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => passwords.verify(phc, index % 2 ? 'a' : 'b')));
  expect(answers).toEqual([false, true, false, true, false, true, false, true, false]);
});

test('a storm beyond the queue is asked to come back, and the event loop goes on meanwhile', async () => {
  const small = createPasswords(4);
  await small.verify(null, 'warm');
  // Turns of the loop, not of a clock: a busy machine gives few, a loop that hashes itself none.
  let turns = 0;
  let storming = true;
  const turn = (): void => {
    turns += 1;
    if (storming) setImmediate(turn);
  };
  setImmediate(turn);
  const storm = await Promise.allSettled(Array.from({ length: 20 }, () => small.verify(null, 'x')));
  storming = false;
  const refused = storm.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(20 - 1 - 4);
  expect(refused[0]!.reason).toMatchObject({ code: 'RETRY', options: { retry_after: 2 } });
  expect(turns, 'the loop turned while hashes were made').toBeGreaterThan(0);
  expect(await small.verify(null, 'afterwards')).toBe(false);
});
