import { route } from '@vimarsh/shared/contract/route.ts';
import { text } from '@vimarsh/shared/contract/text.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openApi } from './openapi.ts';

const ROUTES = Array.from({ length: 20 }, (_, at) =>
  route({
    method: 'GET',
    path: `/test/v1/route${at}`,
    summary: 'One of many.',
    access: 'open',
    query: z.object({ q: text(40) }),
    data: z.object({ at: z.number() }),
  }),
);

test('the description of the API lets others have their turn after each route', async () => {
  let pauses = 0;
  const pause = async (): Promise<void> => {
    pauses += 1;
    await new Promise((later) => setImmediate(later));
  };
  let turns = 0;
  const making = openApi(ROUTES, pause);
  const served = setInterval(() => {
    turns += 1;
  }, 0);
  const { paths } = await making;
  clearInterval(served);
  expect(Object.keys(paths)).toHaveLength(ROUTES.length);
  expect(pauses).toBe(ROUTES.length);
  expect(turns).toBeGreaterThan(0);
});
