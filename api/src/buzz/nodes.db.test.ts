import { expect, test } from 'vitest';
import { databases, freshPlace } from '../platform/testing.ts';
import { type BuzzPerson, type BuzzSite, openBuzzSite, PEOPLE, TEXT } from './buzz.testing.ts';

const POSTS = 24;
const hasPostgres = (await databases()).includes('postgres');

/** Two servers on one database. */
async function onTwoNodes(work: (nodes: readonly [BuzzSite, BuzzSite]) => Promise<void>): Promise<void> {
  const { place, remove } = await freshPlace('postgres');
  const first = await openBuzzSite('postgres', { place });
  const second = await openBuzzSite('postgres', { place });
  try {
    await work([first, second]);
  } finally {
    await first.close();
    await second.close();
    await remove();
  }
}
const feedOf = async (reader: BuzzPerson): Promise<string[]> =>
  (await reader.get('/buzz/v1/feed?limit=50')).body.data.posts.map(({ id }: { id: string }) => id);

test.runIf(hasPostgres)(`${POSTS} scheduled posts that are due on two nodes at once are published once each`, { timeout: 120_000 }, async () => {
  await onTwoNodes(async (nodes) => {
    const [ananya, devendra, pro] = [await nodes[0].person(PEOPLE.ananya), await nodes[0].person(PEOPLE.devendra), await nodes[1].person(PEOPLE.pro)];
    const at = new Date(nodes[0].clock.now.getTime() + 60_000).toISOString();
    const ids: string[] = [];
    for (let n = 0; n < POSTS; n += 1) {
      const author = n % 2 ? ananya : devendra;
      ids.push(await author.draft({ text: `${TEXT} Part ${n}.` }));
      await author.post('/buzz/v1/posts/schedule', { post: ids[n], at });
    }
    for (const { clock } of nodes) clock.forward(60_000);
    await Promise.all([...nodes, ...nodes].map(({ buzz }) => buzz.publishDue()));
    expect((await feedOf(pro)).toSorted()).toEqual(ids.toSorted());
    const audits = (await nodes[0].site.platform.db
      .selectFrom('audit_log' as never)
      .selectAll()
      .execute()) as { action: string; object: string; actor: string }[];
    const published = audits.filter(({ action }) => action === 'buzz.publish');
    expect(published.map(({ object }) => object).toSorted()).toEqual(ids.toSorted());
    expect(new Set(published.map(({ actor }) => actor))).toEqual(new Set(['system']));
    const feed = (await pro.get('/buzz/v1/feed?limit=50')).body.data.posts as { published_at: string }[];
    expect(new Set(feed.map(({ published_at }) => published_at)).size, 'each has an instant of its own').toBe(POSTS);
  });
});

test.runIf(hasPostgres)(
  'while authors publish on two nodes whose clocks differ, a post never appears behind one that was read',
  { timeout: 120_000 },
  async () => {
    await onTwoNodes(async (nodes) => {
      nodes[1].clock.forward(-2000);
      const authors = [await nodes[0].person(PEOPLE.ananya), await nodes[1].person(PEOPLE.devendra)];
      const pro = await nodes[0].person(PEOPLE.pro);
      let ends = false;
      const publishing = Promise.all(
        authors.map(async (author, of) => {
          for (let n = 0; n < 16; n += 1) {
            nodes[of]!.clock.forward(1);
            await author.publish();
          }
        }),
      ).finally(() => {
        ends = true;
      });
      const reads: string[][] = [];
      while (!ends) reads.push(await feedOf(pro));
      await publishing;
      const last = await feedOf(pro);
      expect(last).toHaveLength(32);
      for (const read of reads) expect(read, 'an earlier read is the end of a later one').toEqual(last.slice(last.length - read.length));
    });
  },
);
