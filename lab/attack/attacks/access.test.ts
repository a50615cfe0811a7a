import { route } from '@vimarsh/shared/contract/route.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Answered } from '../../../api/src/platform/testing/raw-requests.testing.ts';
import type { Person, Target } from '../target.ts';
import { othersIds } from './access.ts';

const read = route({ method: 'GET', path: '/auth/v1/profile', summary: 'Read.', access: 'session', data: z.unknown() });
const ask = route({
  method: 'POST',
  path: '/experts/v1/experts/:user_id/request',
  summary: 'Ask.',
  access: 'session',
  params: z.object({ user_id: z.string() }),
  data: z.unknown(),
});
const answer = (status: number, body: object = {}): Answered => ({ status, body: JSON.stringify(body) }) as Answered;
const people = new Map(['admin', 'free investor'].map((name) => [name, { name } as Person]));

/** A server of one route that names an expert; its answers to what is posted, in turn. */
const server = (posted: (path: string) => Answered): Target =>
  ({
    routes: [read, ask],
    people,
    seed: 1,
    scale: 1,
    ask: async (_asked: unknown, person?: Person) => answer(200, person?.name === 'admin' ? { user_id: 'usr_12345678' } : {}),
    post: async (path: string) => posted(path),
  }) as unknown as Target;

test('a limit that is reached between the two questions is no finding', async () => {
  let asked = 0;
  const limited = server(() => answer(++asked > 1 ? 429 : 403));
  expect(await othersIds.run(limited)).toMatchObject({ broken: [] });
  expect(asked).toBe(2);
});

test('another answer for an id of another is one', async () => {
  const telling = server((path) => answer(path.includes('usr_12345678') ? 403 : 404));
  expect((await othersIds.run(telling)).broken).toEqual([expect.stringContaining('403')]);
});
