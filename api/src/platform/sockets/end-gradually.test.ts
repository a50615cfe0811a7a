import { expect, test } from 'vitest';
import { endGradually } from './end-gradually.ts';

test('nobody is ended before a balancer has noticed, then about as many in each part of the time, newcomers too', async () => {
  const open = new Set(Array.from({ length: 200 }, (_, n) => n));
  const ended: number[] = [];
  const begun = performance.now();
  const coming = setTimeout(() => open.add(1000), 900);
  await endGradually(
    1000,
    () => [...open],
    (one) => {
      open.delete(one);
      ended.push(performance.now() - begun);
    },
  );
  clearTimeout(coming);
  expect(ended).toHaveLength(201);
  expect(ended[0]).toBeGreaterThanOrEqual(195);
  const early = ended.filter((at) => at < 600).length;
  expect(early).toBeGreaterThan(60);
  expect(early).toBeLessThan(140);
});

test('who is in a hurry ends all that is left at once', async () => {
  const open = new Set([1, 2, 3]);
  const hurry = new AbortController();
  const ending = endGradually(
    60_000,
    () => [...open],
    (one) => open.delete(one),
    hurry.signal,
  );
  hurry.abort();
  await ending;
  expect(open.size).toBe(0);
});
