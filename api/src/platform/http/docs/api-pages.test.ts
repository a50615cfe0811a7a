import { route } from '@vimarsh/shared/contract/route.ts';
import { count, text } from '@vimarsh/shared/contract/text.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { docsPage } from './docs.page.ts';
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

test('a number that is cut to a ceiling says so: an answer does not tell that it has fewer rows than were asked for', async () => {
  const query = z.object({ limit: count(1200, 250), q: z.optional(text(40)) });
  const cut = route({ method: 'GET', path: '/test/v1/rows', summary: 'Rows.', access: 'open', query, data: z.array(z.number()) });
  const document = await openApi([cut], async () => undefined);
  const words = 'At most 1200: a larger number counts as 1200.';
  expect(document.paths['/test/v1/rows']!.get!.parameters.map(({ name, description }) => [name, description])).toEqual([
    ['limit', words],
    ['q', undefined],
  ]);
  expect(docsPage(document).html).toContain(words);
});
