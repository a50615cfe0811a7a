import { afterEach, describe, expect, test } from 'vitest';
import { featureDatabase } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { type BuzzPerson, type BuzzSite, openBuzzSite, PEOPLE } from './buzz.testing.ts';
import { BUZZ_TEXT_WAYS, BUZZ_TEXTS } from './text-ways.testing.ts';

const OTHER_ADMIN = 'operations@vimarsh.example.com';
/** A word by which a text of each kind is known wherever it stands. */
const wordOf = (text: string): string => `kestrel-${text}`;

describe.each(await featureDatabase())('ways on which a text of Expert Buzz leaves, on %s', { timeout: 120_000 }, (database) => {
  let site: BuzzSite;
  afterEach(() => site.close());

  test('each route that answers a text stands in the list with it, and each in the list answers it', async () => {
    site = await openBuzzSite(database);
    const [author, reader, admin, second] = await Promise.all([PEOPLE.ananya, PEOPLE.pro, PEOPLE.admin, OTHER_ADMIN].map((email) => site.person(email)));
    const found = new Map<string, Set<string>>();
    const note = (way: string, answer: unknown): void => {
      for (const text of BUZZ_TEXTS) if (JSON.stringify(answer).includes(wordOf(text))) found.set(way, (found.get(way) ?? new Set()).add(text));
    };
    async function say(by: BuzzPerson, path: string, body: object) {
      const answer = await by.post(`/buzz/v1/${path}`, body);
      note(`POST /buzz/v1/${path}`, answer.body);
      return answer.body.data;
    }
    const text = `About a ${wordOf('post')}.`;
    const { id } = (await say(author!, 'posts', { client_id: ulid(), text })).post;
    await say(author!, 'posts/schedule', { post: id, at: null });
    await say(author!, 'posts/publish', { post: id });
    await say(author!, 'posts/edit', { client_id: ulid(), post: id, text: `${text} Again.` });
    for (const path of ['like', 'save']) await say(reader!, `posts/${path}`, { post: id, on: true });
    const comment = (await say(reader!, 'comments', { client_id: ulid(), post: id, text: `A ${wordOf('comment')}.` })).id;
    const gone = await author!.publish({ text });
    await say(author!, 'comments/withdraw', { comment: (await author!.comment(id, `A ${wordOf('comment')}.`)).body.data.id });
    await author!.report(comment, { kind: 'comment', note: `A ${wordOf('note')}.` });
    await say(reader!, 'reports', { client_id: ulid(), kind: 'post', target: gone, reason: 'spam', note: `A ${wordOf('note')}.` });
    const open = async (kind: string, target: string): Promise<string> =>
      (await second!.get('/buzz/v1/cases')).body.data.cases.find((row: { kind: string; target: string }) => row.kind === kind && row.target === target).id;
    const decide = async (kind: string, target: string, remove: boolean, by = admin!) => {
      const row = await open(kind, target);
      await say(by, 'cases/assign', { case: row, take: true });
      await say(by, 'cases/decide', { case: row, remove, reason: 'spam', words: 'Read.' });
    };
    await decide('report', gone, true);
    await say(author!, 'appeals', { client_id: ulid(), post: gone, text: `An appeal with a ${wordOf('appeal')}.` });
    // Every other route of the server that anybody may ask, whichever feature has it.
    for (const { method, path } of site.site.platform.routes()) {
      if (method !== 'GET') continue;
      const url = `${path.replace(':post', id).replaceAll(/:\w+/g, reader!.user_id)}?q=kestrel`;
      for (const one of [author!, reader!, second!]) note(`GET ${path}`, (await one.get(url)).body);
      note(`GET ${path}`, (await site.visitor(url)).body);
    }
    await decide('report', comment, false);
    await decide('appeal', gone, false, second!);
    const last = await author!.publish({ text });
    await say(author!, 'posts/withdraw', { post: last, reason: 'other' });
    await say(author!, 'posts/discard', { post: await author!.draft({ text }) });
    const table = (rows: readonly (readonly [string, Iterable<string>])[]) =>
      rows.map(([way, texts]) => `${way}: ${[...texts].toSorted().join(' ')}`).toSorted();
    expect(table([...found])).toEqual(table(BUZZ_TEXT_WAYS.map(({ way, texts }) => [way, texts] as const)));
  });

  test('of what was removed, neither a member nor a visitor finds a word, whatever they ask', async () => {
    site = await openBuzzSite(database);
    const [author, reader] = [await site.person(PEOPLE.ananya), await site.person(PEOPLE.pro)];
    const gone = await author.publish({ text: `About a ${wordOf('post')}.` });
    await author.post('/buzz/v1/posts/edit', { client_id: ulid(), post: gone, text: `Still about a ${wordOf('post')}.` });
    await reader.comment(gone, `A ${wordOf('comment')}.`);
    await author.post('/buzz/v1/posts/withdraw', { post: gone, reason: 'mistake' });
    for (const { method, path } of site.site.platform.routes()) {
      if (method !== 'GET' || path === '/auth/v1/export') continue;
      const url = path.replace(':post', gone).replaceAll(/:\w+/g, author.user_id);
      for (const answer of [await reader.get(url), await author.get(url), await site.visitor(url)])
        expect(JSON.stringify(answer.body), path).not.toContain('kestrel');
    }
  });
});
