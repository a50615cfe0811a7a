import { expect, test } from 'vitest';
import { textOf } from './text-of.ts';

test('an answer is read whole up to its limit, also where a letter is cut in two on the way', async () => {
  expect(await textOf(new Response('₹'.repeat(10)), 10)).toBe('₹'.repeat(10));
  const [first, second] = [new Uint8Array([0xe2, 0x82]), new Uint8Array([0xb9])];
  const cut = new ReadableStream({
    start(controller) {
      for (const part of [first, second]) controller.enqueue(part);
      controller.close();
    },
  });
  expect(await textOf(new Response(cut), 10)).toBe('₹');
});

test('one that never ends is given up at its limit', async () => {
  let given = 0;
  const endless = new ReadableStream({
    pull(controller) {
      given += 1;
      // Whoever reads on for ever would hold up the test.
      if (given > 100) controller.close();
      else controller.enqueue(new TextEncoder().encode('x'.repeat(10)));
    },
  });
  await expect(textOf(new Response(endless), 45)).rejects.toThrow('its answer is too long');
  expect(given).toBeLessThan(10);
});
