import { expect, test } from 'vitest';
import { doublingForms } from './hostile.testing.ts';
import { samples } from './hostile-files.testing.ts';
import { createSafeCopies } from './safe-copies.ts';

const order = { make: 'picture', side: 64 } as const;
const jpeg = (await samples()).find(({ name }) => name === 'jpeg')!.bytes;
/** So little processor time that this file is soon too heavy. */
const LITTLE = { processor: 50, clock: 60_000 };
const heavy = doublingForms();
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'made',
    (error: { code?: string; why?: string }) => error.code ?? error.why ?? String(error),
  );

test('what waits behind a file when the server ends does not begin, and both may try again', async () => {
  const copies = createSafeCopies();
  const both = Promise.allSettled([copies.make({ owner: 'first' }, jpeg, order), copies.make({ owner: 'second' }, jpeg, order)]);
  // The first has its process by then; the second waits for it.
  await new Promise((resolve) => setTimeout(resolve, 20));
  copies.close();
  expect(await both).toMatchObject([
    { status: 'rejected', reason: { code: 'RETRY' } },
    { status: 'rejected', reason: { code: 'RETRY' } },
  ]);
});

test('an account whose files were too heavy twice waits until an hour after the first of them; others do not', { timeout: 240_000 }, async () => {
  let now = 0;
  const copies = createSafeCopies(LITTLE, () => now);
  const send = (owner: string) => codeOf(copies.make({ owner }, heavy, { make: 'pdf' }));
  expect(await send('heavy')).toBe('heavy');
  now = 30 * 60_000;
  expect(await send('heavy')).toBe('heavy');
  expect(await send('heavy')).toBe('RATE');
  expect(await send('other')).toBe('heavy');
  now = 60 * 60_000;
  expect(await send('heavy')).toBe('heavy');
  expect(await send('heavy')).toBe('RATE');
});

test('files of a network that sent a heavy one are opened after all others, and give their places up to them', { timeout: 240_000 }, async () => {
  const copies = createSafeCopies(LITTLE, Date.now, () => 600_000);
  const outcomes: string[] = [];
  const send = (owner: string, network: string) =>
    codeOf(copies.make({ owner, network }, heavy, { make: 'pdf' })).then((code) => outcomes.push(`${owner} ${code}`));
  await send('attacker', 'bad');
  const crowd = Array.from({ length: 17 }, (_, at) => send(`crowd ${at}`, 'bad'));
  await send('crowd 17', 'bad');
  const honest = send('honest', 'good');
  await Promise.all([...crowd, honest]);
  expect(outcomes.slice(0, 5)).toEqual(['attacker heavy', 'crowd 17 RETRY', 'crowd 16 RETRY', 'crowd 0 heavy', 'honest heavy']);
});

test('who waits too long is asked early to try again, in a sentence, and has their place then', { timeout: 240_000 }, async () => {
  const waits = [1, 600_000, 600_000];
  const copies = createSafeCopies({ clock: 600_000 }, Date.now, () => waits.shift()!);
  const order: string[] = [];
  const send = (owner: string) => copies.make({ owner }, jpeg, { make: 'picture', side: 64 }).then(() => order.push(owner));
  const first = send('first');
  const put = await send('second').catch((error: unknown) => error);
  expect(put).toMatchObject({ code: 'RETRY', options: { validation: 'Many files are being looked at. Try again in a moment.' } });
  // They come back behind the third, and were before it.
  const third = send('third');
  await Promise.all([first, third, send('second')]);
  expect(order).toEqual(['first', 'second', 'third']);
});

test('accounts take turns: who had no file opened lately comes before who had, however early that one asks', { timeout: 240_000 }, async () => {
  let now = 0;
  const copies = createSafeCopies(
    { clock: 600_000 },
    () => ++now,
    () => 600_000,
  );
  const order: string[] = [];
  const send = (owner: string) => copies.make({ owner }, jpeg, { make: 'picture', side: 64 }).then(() => order.push(owner));
  await send('often');
  await Promise.all(['running', 'often', 'rare', 'new'].map(send));
  expect(order).toEqual(['often', 'running', 'rare', 'new', 'often']);
  now += 60_001;
  await Promise.all(['running', 'often', 'rare'].map(send));
  expect(order.slice(5), 'a minute later all are equal').toEqual(['running', 'often', 'rare']);
});
