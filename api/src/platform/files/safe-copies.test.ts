import { expect, test } from 'vitest';
import { samples } from './hostile-files.testing.ts';
import { createSafeCopies } from './safe-copies.ts';

test('what waits behind a file when the server ends does not begin, and both may try again', async () => {
  const copies = createSafeCopies();
  const file = (await samples()).find(({ name }) => name === 'jpeg')!.bytes;
  const order = { make: 'picture', side: 64 } as const;
  const both = Promise.allSettled([copies.make('first', file, order), copies.make('second', file, order)]);
  // The first has its process by then; the second waits for it.
  await new Promise((resolve) => setTimeout(resolve, 20));
  copies.close();
  expect(await both).toMatchObject([
    { status: 'rejected', reason: { code: 'RETRY' } },
    { status: 'rejected', reason: { code: 'RETRY' } },
  ]);
});
