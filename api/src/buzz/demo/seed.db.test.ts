import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_NOW, demoPlace } from '../../demo-data.testing.ts';
import { DEMO_PASSWORD } from '../../identity/demo/index.ts';
import { signInBody } from '../../identity/site.testing.ts';
import { createLogger } from '../../platform/log/logging.ts';
import type { PlatformProcess } from '../../platform/platform.create.ts';
import { testConfig } from '../../platform/testing.ts';
import { createServer } from '../../server.ts';
import { DEMO_POSTS } from './demo-posts.ts';

let server: PlatformProcess;
let remove: () => Promise<void>;
let settings: Parameters<typeof testConfig>[0];
let place: Awaited<ReturnType<typeof demoPlace>>['place'];

async function start(): Promise<void> {
  server = await createServer(testConfig(settings), createLogger('silent'), { place });
  await server.start();
}
beforeAll(async () => {
  const copy = await demoPlace('pglite');
  ({ remove, place } = copy);
  settings = { DATA_DIR: copy.DATA_DIR, MARKET_NOW: DEMO_NOW };
  await start();
}, 600_000);
afterAll(async () => {
  await server.close();
  await remove();
});

const feed = async () => (await server.app.inject({ url: '/buzz/v1/feed', headers: { host: 'localhost' } })).json().data;

test('a demo begins with posts of its experts, with footers, comments and ended calls, and a second start writes none twice', async () => {
  const posts = (await feed()).posts as { id: string; author: { full_name: string }; disclosure: string; counts: { comments: number } }[];
  expect(posts).toHaveLength(3);
  expect(posts[0]).toMatchObject({ author: { full_name: 'Ananya Rao-Kulkarni' }, counts: { comments: 3 } });
  for (const { disclosure } of posts) expect(disclosure).toMatch(/SEBI registration IN[HAZ]/);
  const rows = () =>
    server.db
      .selectFrom('buzz_posts' as never)
      .selectAll()
      .execute() as unknown as Promise<{ id: string; call_id: string | null }[]>;
  const first = await rows();
  expect(first).toHaveLength(DEMO_POSTS.length);
  expect(first.filter(({ call_id }) => call_id !== null)).toHaveLength(DEMO_POSTS.filter(({ call }) => call).length);
  // A call that ended long ago is public, so a visitor opens it from below the post.
  const attached = first.find(({ call_id }) => call_id !== null)!;
  expect((await server.app.inject({ url: `/reco/v1/calls/${attached.call_id}`, headers: { host: 'localhost' } })).statusCode).toBe(200);
  // Who may read the call has its card in the post, as it stands now.
  const signed = await server.app.inject({
    ...{ method: 'POST', url: '/auth/v1/sign_in', headers: { host: 'localhost' } },
    payload: signInBody('pro@mail.example.com', DEMO_PASSWORD),
  });
  const authorization = `Bearer ${signed.json().token_data.access_token}`;
  const { post } = (await server.app.inject({ url: `/buzz/v1/posts/${attached.id}`, headers: { host: 'localhost', authorization } })).json().data;
  expect(post.call).toMatchObject({ id: attached.call_id, refused: '', card: { id: attached.call_id, hash: expect.any(String), status: expect.any(String) } });
  await server.close();
  await start();
  expect(await rows()).toEqual(first);
}, 120_000);
