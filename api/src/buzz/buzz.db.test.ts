import { afterEach, describe, expect, test } from 'vitest';
import { eraseDue } from '../identity/site.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { type BuzzPerson, type BuzzSite, openBuzzSite, PEOPLE, TEXT } from './buzz.testing.ts';
import { keepBuzz, tidyBuzz } from './kept.ts';
import { buzzTables } from './tables.ts';

const MINUTE = 60_000;
const UNKNOWN = '01J8Z5Y5T8R3W0C2N4B6M8K0QA';

describe.each(await featureDatabase())('Expert Buzz on %s', { timeout: 120_000 }, (database) => {
  let site: BuzzSite;
  const open = async (given: Parameters<typeof openBuzzSite>[1] = {}) => {
    site = await openBuzzSite(database, given);
  };
  afterEach(() => site.close());
  const ids = (answer: { body: { data: { posts: { id: string }[] } } }) => answer.body.data.posts.map(({ id }) => id);
  const code = ({ body }: { body: { code?: string; status?: boolean } }) => body.code ?? 'OK';

  test('S2.1-ROUTE-21 and S1-FEAT-01: every kind of person reads, likes, comments and posts as product D.4 says', async () => {
    await open();
    const ananya = await site.person(PEOPLE.ananya);
    const posts: string[] = [];
    for (let n = 0; n < 5; n += 1) posts.unshift(await ananya.publish({ text: `${TEXT} Part ${n + 1} of five.` }));
    const rights: Record<string, unknown> = {};
    for (const [kind, email] of Object.entries(PEOPLE)) {
      const one = await site.person(email);
      const feed = await one.get('/buzz/v1/feed');
      const like = await one.post('/buzz/v1/posts/like', { post: posts[0], on: true });
      const comment = await one.comment(posts[0]!);
      const post = await one.post('/buzz/v1/posts', { client_id: ulid(), text: TEXT });
      const cases = await one.get('/buzz/v1/cases');
      expect(feed.body.data.rights, kind).toEqual({ post: code(post) === 'OK', comment: code(comment) === 'OK', like: code(like) === 'OK' });
      expect([ids(feed), feed.body.data.open_part], kind).toEqual([posts, false]);
      rights[kind] = [code(like), code(comment), code(post), code(cases)];
    }
    expect(rights).toEqual({
      free: ['OK', 'NOT_ENTITLED', 'FORBIDDEN', 'FORBIDDEN'],
      lite: ['OK', 'OK', 'FORBIDDEN', 'FORBIDDEN'],
      premium: ['OK', 'OK', 'FORBIDDEN', 'FORBIDDEN'],
      pro: ['OK', 'OK', 'FORBIDDEN', 'FORBIDDEN'],
      chat: ['OK', 'NOT_ENTITLED', 'FORBIDDEN', 'FORBIDDEN'],
      ananya: ['OK', 'OK', 'OK', 'FORBIDDEN'],
      devendra: ['OK', 'OK', 'OK', 'FORBIDDEN'],
      admin: ['OK', 'NOT_ENTITLED', 'FORBIDDEN', 'OK'],
    });

    const visited = await site.visitor('/buzz/v1/feed');
    expect([ids(visited), visited.body.data.next, visited.body.data.open_part]).toEqual([posts.slice(0, 3), null, true]);
    expect(visited.body.data.rights).toEqual({ post: false, comment: false, like: false });
    expect((await site.visitor(`/buzz/v1/posts/${posts[0]}`)).body.data.post).toMatchObject({
      text: `${TEXT} Part 5 of five.`,
      counts: { likes: 7, comments: 5 },
    });
    expect((await (await site.person(PEOPLE.ananya)).get(`/buzz/v1/posts/${posts[0]}`)).body.data.post.mine.liked, 'an own like is no reader’s').toBe(true);
    for (const path of [`/buzz/v1/posts/${posts[4]}`, `/buzz/v1/posts/${posts[4]}/comments`]) expect(code(await site.visitor(path)), path).toBe('NOT_FOUND');
    expect(ids(await site.visitor('/buzz/v1/feed?tab=following'))).toEqual([]);
  });

  test('beside a locked call no tag tells its stock: not on the post, in an earlier text, among the tags of the week or by a place in the stock’s feed', async () => {
    await open();
    const [ananya, pro] = [await site.person(PEOPLE.ananya), await site.person(PEOPLE.pro)];
    site.calls.set('mine', { expert_id: ananya.user_id, open: false, stock: 'INFY' });
    const id = await ananya.publish({ symbols: ['INFY', 'TCS'], call_id: 'mine' });
    await ananya.post('/buzz/v1/posts/edit', { client_id: ulid(), post: id, text: `${TEXT} Again.`, symbols: ['INFY', 'TCS'], call_id: null, conflicts: [] });
    await ananya.post('/buzz/v1/posts/edit', {
      client_id: ulid(),
      post: id,
      text: `${TEXT} At last.`,
      symbols: ['INFY', 'TCS'],
      call_id: 'mine',
      conflicts: [],
    });
    const seenBy = async (get: (path: string) => Promise<{ body: { data: Record<string, never> } }>) => {
      const { post, versions } = (await get(`/buzz/v1/posts/${id}`)).body.data as never as { post: { symbols: string[] }; versions: { symbols: string[] }[] };
      const feeds = await Promise.all(['INFY', 'TCS'].map(async (symbol) => ids((await get(`/buzz/v1/feed?tab=symbol&symbol=${symbol}`)) as never)));
      return [post.symbols, ...versions.map(({ symbols }) => symbols), ...feeds];
    };
    const tags = async () => (await pro.get('/buzz/v1/feed')).body.data.tags;
    const locked = [['TCS'], ['TCS'], ['TCS'], [], [id]];
    expect([await seenBy(pro.get), await seenBy(site.visitor), await tags()]).toEqual([locked, locked, []]);
    const whole = [['INFY', 'TCS'], ['INFY', 'TCS'], ['INFY', 'TCS'], [id], [id]];
    expect(await seenBy(ananya.get), 'its author reads it').toEqual(whole);
    const plain = await ananya.publish({ symbols: ['INFY'] });
    const rest = await ananya.publish({ symbols: ['INFY'] });
    const first = await pro.get('/buzz/v1/feed?tab=symbol&symbol=INFY&limit=1');
    const second = await pro.get(`/buzz/v1/feed?tab=symbol&symbol=INFY&limit=1&after=${first.body.data.next}`);
    expect([ids(first), ids(second), second.body.data.next], 'a page is full, and no place leads to the locked one').toEqual([[rest], [plain], null]);
    site.calls.set('mine', { expert_id: ananya.user_id, open: true, stock: 'INFY' });
    expect((await seenBy(pro.get))[0]).toEqual(['INFY', 'TCS']);
  });

  test('S2.1-PARAM-12: one post has its author by the register, its footer, its comments two deep, and the attached call by its reader’s rights', async () => {
    await open();
    const [ananya, pro, lite] = [await site.person(PEOPLE.ananya), await site.person(PEOPLE.pro), await site.person(PEOPLE.lite)];
    site.calls.set('mine', { expert_id: ananya.user_id, open: false, disclosures: { holds: true, officer: false } });
    site.calls.set('theirs', { expert_id: 'exp_02', open: true });
    const id = await ananya.publish({ symbols: ['INFY'], call_id: 'mine', conflicts: ['officer'] });
    const first = (await pro.comment(id)).body.data.id as string;
    const second = (await lite.comment(id, 'Also about orders.')).body.data.id as string;
    const answer = (await ananya.comment(id, 'A rupee at 80.', { parent: first })).body.data.id as string;
    const { body } = await pro.get(`/buzz/v1/posts/${id}`);
    expect(body.data.post).toMatchObject({
      id,
      status: 'live',
      symbols: ['INFY'],
      conflicts: ['holds', 'officer'],
      call: { id: 'mine', card: null, refused: 'NOT_ENTITLED' },
      counts: { comments: 3 },
      mine: { author: false },
      edit_until: null,
    });
    const { full_name, category, reg_no } = body.data.post.author;
    expect(reg_no).toMatch(/^IN[HAZ]\d+/);
    expect(body.data.post.disclosure).toBe(
      `${full_name}, ${category}, SEBI registration ${reg_no}. Declares: holds securities named here; is an officer or employee of a company named here. Education and opinion, not personal advice.`,
    );
    expect(body.data.comments.map(({ id: each, parent }: { id: string; parent: string | null }) => [each, parent])).toEqual([
      [first, null],
      [answer, first],
      [second, null],
    ]);
    // Investors are not named in full, experts are.
    expect(body.data.comments[0].author.name).toMatch(/^\S+ \S\.$/);
    expect(body.data.comments[1].author).toMatchObject({ name: full_name, category, verified: true });
    expect(code(await pro.comment(id, 'Third floor.', { parent: answer })), 'two deep').toBe('BAD_REQUEST');
    expect((await ananya.get(`/buzz/v1/posts/${id}`)).body.data.post.call.refused).toBe('');
    for (const call_id of ['theirs', 'none'])
      expect(code(await ananya.post('/buzz/v1/posts', { client_id: ulid(), text: TEXT, call_id })), call_id).toBe('BAD_REQUEST');
  });

  test('the same id has the same answer and another text under it is refused, whatever it was; at once as one after the other', async () => {
    await open();
    const [ananya, pro] = [await site.person(PEOPLE.ananya), await site.person(PEOPLE.pro)];
    const draft = { client_id: ulid(), text: TEXT };
    const twice = await Promise.all([ananya.post('/buzz/v1/posts', draft), ananya.post('/buzz/v1/posts', draft)]);
    const [id] = twice.map(({ body }) => body.data.post.id as string);
    expect(twice.map(({ body }) => body.data.post.id)).toEqual([id, id]);
    expect(code(await ananya.post('/buzz/v1/posts', { ...draft, text: `${TEXT} More.` }))).toBe('BUZZ_ID_USED');
    expect(await Promise.all([1, 2, 3].map(async () => code(await ananya.post('/buzz/v1/posts/publish', { post: id }))))).toEqual(['OK', 'OK', 'OK']);
    const edit = { client_id: ulid(), post: id, text: `${TEXT} Changed.` };
    for (const _ of [1, 2]) expect((await ananya.post('/buzz/v1/posts/edit', edit)).body.data.post.text).toBe(edit.text);
    expect((await pro.get(`/buzz/v1/posts/${id}`)).body.data.versions).toHaveLength(1);
    const comment = { client_id: ulid(), post: id, text: 'Why?' };
    const comments = await Promise.all([1, 2, 3].map(() => pro.post('/buzz/v1/comments', comment)));
    expect(new Set(comments.map(({ body }) => body.data.id)).size).toBe(1);
    expect(code(await pro.post('/buzz/v1/comments', { ...comment, text: 'Why not?' }))).toBe('BUZZ_ID_USED');
    const blocked = { client_id: ulid(), post: id, text: 'Call me at 98765 43210' };
    const refusals = [await pro.post('/buzz/v1/comments', blocked), await pro.post('/buzz/v1/comments', blocked)];
    expect(refusals.map(({ body }) => [body.code, body.problems?.[0]?.path])).toEqual([
      ['BUZZ_BLOCKED', 'contact'],
      ['BUZZ_BLOCKED', 'contact'],
    ]);
    expect(code(await pro.post('/buzz/v1/comments', { ...blocked, text: 'Call me.' })), 'a refused id is used').toBe('BUZZ_ID_USED');
    expect((await pro.get('/buzz/v1/feed')).body.data.posts[0].counts).toEqual({ likes: 0, saves: 0, comments: 1 });
    for (const on of [true, true, false, false, true]) await pro.post('/buzz/v1/posts/like', { post: id, on });
    await Promise.all([1, 2, 3].map(() => pro.post('/buzz/v1/posts/save', { post: id, on: true })));
    expect((await pro.get('/buzz/v1/feed')).body.data.posts[0]).toMatchObject({ counts: { likes: 1, saves: 1 }, mine: { liked: true, saved: true } });
  });

  test('the guard reads every text: refused ones are shown to nobody and kept for compliance', async () => {
    await open();
    const [ananya, pro] = [await site.person(PEOPLE.ananya), await site.person(PEOPLE.pro)];
    const id = await ananya.publish();
    const tip = 'Buy INFY at 1500, target 1600, stop loss 1450';
    const edit = (text: string) => ananya.post('/buzz/v1/posts/edit', { client_id: ulid(), post: id, text });
    const answers = [
      await ananya.post('/buzz/v1/posts', { client_id: ulid(), text: tip }),
      await edit('Guaranteed profit, I assure you'),
      await pro.comment(id, 'Join my telegram channel t.me/sure'),
      await pro.comment(id, tip),
      await pro.report(id, { note: 'He told me to call 98765 43210' }),
    ];
    expect(answers.map(({ body }) => [body.code ?? 'OK', body.problems?.[0]?.path])).toEqual([
      ['BUZZ_BLOCKED', 'tip'],
      ['BUZZ_BLOCKED', 'assurance'],
      ['BUZZ_BLOCKED', 'messenger'],
      ['BUZZ_BLOCKED', 'tip'],
      // Evidence for a moderator, whom nobody could reach otherwise.
      ['OK', undefined],
    ]);
    expect(answers[0]!.body.validation).toContain('Publish it as a call');
    const kept = await buzzTables(site.site.platform.db).selectFrom('buzz_blocked').select(['author_id', 'kind', 'body']).orderBy('kind').execute();
    expect(kept.map(({ author_id, kind }) => [author_id, kind])).toEqual([
      [ananya.user_id, 'assurance'],
      [pro.user_id, 'messenger'],
      [ananya.user_id, 'tip'],
      [pro.user_id, 'tip'],
    ]);
    expect(JSON.stringify((await pro.get(`/buzz/v1/posts/${id}`)).body)).not.toMatch(/Guaranteed|telegram|1500/);
    // For the draft of a call, and the same when it is sent again.
    const again = { client_id: ulid(), text: tip };
    for (const { body } of [answers[0]!, await ananya.post('/buzz/v1/posts', again), await ananya.post('/buzz/v1/posts', again)])
      expect(Object.fromEntries(body.problems.slice(1).map(({ path, message }: { path: string; message: string }) => [path, message]))).toMatchObject({
        'tip.symbol': 'INFY',
        'tip.call_type': 'Buy',
        'tip.target': '1600',
        'tip.stop_loss': '1450',
      });
    // What was allowed when it was written may not be any more when it is published.
    const draft = await ananya.draft();
    await buzzTables(site.site.platform.db).updateTable('buzz_posts').set({ text: tip }).where('id', '=', draft).execute();
    expect(code(await ananya.post('/buzz/v1/posts/publish', { post: draft }))).toBe('BUZZ_BLOCKED');
  });

  test('pages of the feed have each post once, while posts come, go and are reported', async () => {
    await open();
    const [ananya, devendra, pro] = [await site.person(PEOPLE.ananya), await site.person(PEOPLE.devendra), await site.person(PEOPLE.pro)];
    site.follows.set(pro.user_id, new Set([devendra.user_id]));
    const all: string[] = [];
    // All in one moment of the clock.
    for (let n = 0; n < 14; n += 1) all.unshift(await (n % 2 ? devendra : ananya).publish({ symbols: n % 3 ? [] : ['TCS'] }));
    async function pages(query: string, between: () => Promise<void>) {
      const seen: string[] = [];
      let after = '';
      for (let turn = 0; turn < 20; turn += 1) {
        const answer = await pro.get(`/buzz/v1/feed?limit=4&${query}${after && `&after=${after}`}`);
        seen.push(...ids(answer));
        after = answer.body.data.next;
        if (!after) return seen;
        await between();
      }
      throw new Error('The pages do not end.');
    }
    let fresh = 0;
    const insert = async () => {
      if (fresh++ < 3) await devendra.publish({ text: `${TEXT} Fresh ${fresh}.`, symbols: ['TCS'] });
    };
    expect(await pages('', insert), 'all').toEqual(all);
    fresh = 9;
    for (const list of ['feed', 'saved', 'commented']) expect((await pro.get(`/buzz/v1/${list}?limit=0`)).body.data?.next ?? null, list).toBeNull();
    const now = ids(await pro.get('/buzz/v1/feed?limit=50'));
    expect(now.slice(3)).toEqual(all);
    const gone = all[9]!;
    const removed = pages('', async () => {
      await (all.indexOf(gone) % 2 ? ananya : devendra).post('/buzz/v1/posts/withdraw', { post: gone, reason: 'mistake' });
    });
    expect(await removed, 'without the one that went away').toEqual(now.filter((id) => id !== gone));
    const live = now.filter((id) => id !== gone);
    const feed = (await pro.get('/buzz/v1/feed?limit=50')).body.data.posts as {
      id: string;
      author: { user_id: string; following: boolean };
      symbols: string[];
    }[];
    expect(await pages('tab=following', insert)).toEqual(feed.filter(({ author }) => author.user_id === devendra.user_id).map(({ id }) => id));
    expect(await pages('tab=symbol&symbol=TCS', insert)).toEqual(feed.filter(({ symbols }) => symbols.includes('TCS')).map(({ id }) => id));
    expect(feed.every(({ author }) => author.following === (author.user_id === devendra.user_id))).toBe(true);
    expect(live).toHaveLength(16);
    expect((await pro.get('/buzz/v1/feed')).body.data.tags).toEqual([{ symbol: 'TCS', posts: feed.filter(({ symbols }) => symbols.includes('TCS')).length }]);
    for (const path of ['/buzz/v1/feed?after=x', '/buzz/v1/feed?tab=symbol', '/buzz/v1/mine?after=1_%27', `/buzz/v1/posts/${live[0]}/comments?after=nowhere`])
      expect(code(await pro.get(path)), path).toBe('BAD_REQUEST');
  });

  test('pages of comments keep threads together and have each comment once', async () => {
    await open();
    const [ananya, pro, lite] = [await site.person(PEOPLE.ananya), await site.person(PEOPLE.pro), await site.person(PEOPLE.lite)];
    const id = await ananya.publish();
    const threads: string[][] = [];
    for (let n = 0; n < 4; n += 1) {
      const root = (await pro.comment(id, `Thread ${n}`)).body.data.id as string;
      threads.push([root]);
      for (const own of threads) own.push((await lite.comment(id, `Answer ${n}`, { parent: own[0] })).body.data.id);
      site.clock.forward(MINUTE);
      site.site.clock.forward(MINUTE);
      await site.site.platform.db.deleteFrom('limit_counts' as never).execute();
    }
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const { body } = await pro.get(`/buzz/v1/posts/${id}/comments?limit=3${after && `&after=${after}`}`);
      seen.push(...body.data.comments.map((each: { id: string }) => each.id));
      after = body.data.next;
    }
    expect(seen).toEqual(threads.flat());
    await pro.post('/buzz/v1/comments/withdraw', { comment: threads[0]![0] });
    const { body } = await lite.get(`/buzz/v1/posts/${id}`);
    expect(body.data.comments[0]).toMatchObject({ id: threads[0]![0], text: '', removed: { by: 'author', reason: 'other' } });
    expect(body.data.post.counts.comments).toBe(threads.flat().length - 1);
    const { items } = (await lite.get('/buzz/v1/commented?limit=2')).body.data;
    expect(items.map((item: { post: { id: string }; comment: { mine: { author: boolean } } }) => [item.post.id, item.comment.mine.author])).toEqual([
      [id, true],
      [id, true],
    ]);
  });

  test('S2.1-ROUTE-22: a post is edited for a quarter of an hour with its history, withdrawn to a tombstone, and counted on the author’s desk', async () => {
    await open();
    const [ananya, pro] = [await site.person(PEOPLE.ananya), await site.person(PEOPLE.pro)];
    const id = await ananya.publish();
    site.clock.forward(15 * MINUTE);
    const edit = (text: string) => ananya.post('/buzz/v1/posts/edit', { client_id: ulid(), post: id, text, conflicts: ['holds'] });
    expect((await edit(`${TEXT} Second.`)).body.data.post.disclosure).toContain('holds securities');
    site.clock.forward(1);
    expect(code(await edit(`${TEXT} Third.`))).toBe('BUZZ_EDIT_OVER');
    const read = await pro.get(`/buzz/v1/posts/${id}`);
    expect(read.body.data.versions.map(({ text }: { text: string }) => text)).toEqual([TEXT]);
    expect(read.body.data.post).toMatchObject({ text: `${TEXT} Second.`, edited_at: '2026-11-20T06:15:00.000Z' });
    await pro.comment(id);
    await pro.post('/buzz/v1/posts/save', { post: id, on: true });
    expect(ids(await pro.get('/buzz/v1/saved'))).toEqual([id]);
    expect((await ananya.post('/buzz/v1/posts/withdraw', { post: id, reason: 'outdated' })).body.data).toMatchObject({
      post: { status: 'removed' },
      appeal: null,
    });
    const tombstone = await pro.get(`/buzz/v1/posts/${id}`);
    expect(tombstone.body.data).toMatchObject({
      versions: [],
      comments: [],
      post: { text: '', disclosure: '', removed: { by: 'author', reason: 'outdated' } },
    });
    for (const path of ['/buzz/v1/feed', '/buzz/v1/saved']) expect(ids(await pro.get(path)), path).toEqual([]);
    for (const path of ['like', 'save']) expect(code(await pro.post(`/buzz/v1/posts/${path}`, { post: id, on: true }))).toBe('BUZZ_STATE');
    expect([code(await pro.comment(id)), code(await pro.report(id)), code(await edit(TEXT))]).toEqual(['BUZZ_STATE', 'BUZZ_STATE', 'BUZZ_EDIT_OVER']);
    const draft = await ananya.draft();
    const desk = (await ananya.get('/buzz/v1/mine')).body.data;
    expect(desk).toMatchObject({ counts: { draft: 1, scheduled: 0, live: 0, under_review: 0, removed: 1 }, left_today: 19 });
    expect((await ananya.get('/buzz/v1/mine?status=draft')).body.data.posts.map(({ post }: { post: { id: string } }) => post.id)).toEqual([draft]);
    await ananya.post('/buzz/v1/posts/discard', { post: draft });
    expect(code(await ananya.post('/buzz/v1/posts/discard', { post: id })), 'what was published is not deleted').toBe('BUZZ_STATE');
    expect((await ananya.get('/buzz/v1/mine')).body.data.counts.draft).toBe(0);
  });

  test('scheduled posts go live by the clock, and go back to the drafts where they may not', async () => {
    await open();
    const [ananya, pro] = [await site.person(PEOPLE.ananya), await site.person(PEOPLE.pro)];
    const at = (minutes: number) => new Date(site.clock.now.getTime() + minutes * MINUTE).toISOString();
    const [id, bad, moved] = [await ananya.draft(), await ananya.draft(), await ananya.draft()];
    const plan = (post: string, when: string | null) => ananya.post('/buzz/v1/posts/schedule', { post, at: when });
    expect(code(await plan(id, at(-1)))).toBe('BAD_REQUEST');
    expect((await plan(id, at(5))).body.data.post).toMatchObject({ status: 'scheduled', scheduled_at: at(5) });
    for (const one of [bad, moved]) await plan(one, at(5));
    expect((await plan(moved, null)).body.data.post).toMatchObject({ status: 'draft', scheduled_at: null });
    await buzzTables(site.site.platform.db).updateTable('buzz_posts').set({ text: 'Guaranteed profit, I assure you' }).where('id', '=', bad).execute();
    site.clock.forward(5 * MINUTE - 1);
    await site.buzz.publishDue();
    expect(ids(await pro.get('/buzz/v1/feed'))).toEqual([]);
    expect(code(await pro.get(`/buzz/v1/posts/${id}`)), 'nobody else sees it').toBe('NOT_FOUND');
    site.clock.forward(1);
    await site.buzz.publishDue();
    expect(ids(await pro.get('/buzz/v1/feed'))).toEqual([id]);
    expect((await ananya.get('/buzz/v1/mine')).body.data.counts).toMatchObject({ live: 1, draft: 2, scheduled: 0 });
    const blocked = await buzzTables(site.site.platform.db).selectFrom('buzz_blocked').selectAll().execute();
    expect(blocked, 'a refusal by the clock is kept as one of the author’s own is').toMatchObject([
      { author_id: ananya.user_id, body: 'Guaranteed profit, I assure you' },
    ]);
    const unpublished = async () => {
      const { posts } = (await ananya.get('/buzz/v1/mine?status=draft')).body.data;
      return posts.map((own: { post: { id: string }; unpublished: { sentence: string } | null }) => [own.post.id, own.unpublished?.sentence ?? null]);
    };
    expect(new Map(await unpublished()), 'the draft says why').toEqual(
      new Map([
        [bad, blocked[0]!.sentence],
        [moved, null],
      ]),
    );
    await ananya.post('/buzz/v1/posts/edit', { client_id: ulid(), post: bad, text: TEXT, symbols: [], call_id: null, conflicts: [] });
    expect(new Map(await unpublished()).get(bad), 'another text was not refused').toBeNull();
  });

  test('an author publishes twenty a day in India, whichever way', async () => {
    await open();
    const ananya = await site.person(PEOPLE.ananya);
    for (let n = 0; n < 19; n += 1) await ananya.publish();
    const [last, over, due] = [await ananya.draft(), await ananya.draft(), await ananya.draft()];
    const both = await Promise.all([last, over].map((post) => ananya.post('/buzz/v1/posts/publish', { post })));
    expect(both.map(code).toSorted()).toEqual(['BUZZ_MOST', 'OK']);
    await ananya.post('/buzz/v1/posts/schedule', { post: due, at: new Date(site.clock.now.getTime() + MINUTE).toISOString() });
    site.clock.forward(MINUTE);
    await site.buzz.publishDue();
    expect((await ananya.get('/buzz/v1/mine')).body.data).toMatchObject({ counts: { live: 20, draft: 2 }, left_today: 0 });
    site.clock.forward(18 * 60 * MINUTE);
    expect(code(await ananya.post('/buzz/v1/posts/publish', { post: due }))).toBe('OK');
  });

  test('hostile input: hidden signs, too long texts, floods, forged authors and posts of others are refused with a plain answer', async () => {
    await open();
    const [ananya, devendra, pro] = [await site.person(PEOPLE.ananya), await site.person(PEOPLE.devendra), await site.person(PEOPLE.pro)];
    const draft = await ananya.draft();
    const live = await ananya.publish();
    const write = (by: BuzzPerson, more: object) => by.post('/buzz/v1/posts', { client_id: ulid(), text: TEXT, ...more });
    for (const [what, more] of Object.entries({
      zero: { text: 'a\u0000b' },
      'one too many': { text: 'a'.repeat(2001) },
      'only spaces': { text: ' \n ' },
      'half a character': { text: 'a\ud83d' },
      'turned direction': { text: 'a\u202eb' },
      'six stocks': { symbols: ['A', 'B', 'C', 'D', 'E', 'F'] },
      'one twice': { symbols: ['TCS', 'TCS'] },
      'not listed': { symbols: ['NOSUCH'] },
      'no conflict': { conflicts: ['friend'] },
      'not an id': { client_id: '../x' },
    }))
      expect(code(await write(ananya, more)), what).toBe('BAD_REQUEST');
    expect(code(await write(ananya, { text: 'a'.repeat(2000) }))).toBe('OK');
    // A flood of signs is a text like another: long, and found by nothing.
    expect(code(await write(ananya, { text: '😀'.repeat(1000) }))).toBe('OK');
    expect(code(await pro.comment(live, 'a'.repeat(501)))).toBe('BAD_REQUEST');
    // Who writes is the session’s, whatever is sent.
    const forged = await write(devendra, { author: { user_id: ananya.user_id }, author_id: ananya.user_id, status: 'live' });
    expect(forged.body.data.post).toMatchObject({ status: 'draft', author: { user_id: devendra.user_id } });
    for (const one of [devendra, pro]) {
      for (const post of [draft, UNKNOWN]) {
        expect(code(await one.get(`/buzz/v1/posts/${post}`))).toBe('NOT_FOUND');
        expect(code(await one.get(`/buzz/v1/posts/${post}/comments`))).toBe('NOT_FOUND');
        for (const path of ['like', 'save']) expect(code(await one.post(`/buzz/v1/posts/${path}`, { post, on: true }))).toBe('NOT_FOUND');
        expect(code(await one.comment(post))).toBe('NOT_FOUND');
        expect(code(await one.report(post))).toBe('NOT_FOUND');
      }
      for (const post of [draft, live]) {
        expect(code(await one.post('/buzz/v1/posts/withdraw', { post, reason: 'other' }))).toBe('NOT_FOUND');
        expect(code(await one.post('/buzz/v1/posts/discard', { post }))).toBe('NOT_FOUND');
        expect(code(await one.post('/buzz/v1/appeals', { client_id: ulid(), post, text: 'This was not what was meant.' }))).toBe('NOT_FOUND');
      }
    }
    expect(code(await devendra.post('/buzz/v1/posts/edit', { client_id: ulid(), post: live, text: 'Mine now' }))).toBe('NOT_FOUND');
    expect(code(await devendra.post('/buzz/v1/posts/publish', { post: draft }))).toBe('NOT_FOUND');
    expect(code(await devendra.post('/buzz/v1/posts/schedule', { post: draft, at: null }))).toBe('NOT_FOUND');
    const comment = (await pro.comment(live)).body.data.id;
    expect(code(await ananya.post('/buzz/v1/comments/withdraw', { comment }))).toBe('NOT_FOUND');
    const flood = await Promise.all(Array.from({ length: 12 }, (_, n) => pro.comment(live, `Comment ${n}`)));
    expect(flood.filter((answer) => code(answer) === 'RATE').length).toBeGreaterThanOrEqual(3);
  });

  test('the copy of one’s data has everything one wrote, and an erased author leaves tombstones', async () => {
    await open();
    const [ananya, pro] = [await site.person(PEOPLE.ananya), await site.person(PEOPLE.pro)];
    const id = await ananya.publish();
    const draft = await ananya.draft();
    await ananya.post('/buzz/v1/posts/edit', { client_id: ulid(), post: id, text: 'A better text.' });
    await pro.comment(id, 'A comment of mine.');
    await pro.comment(id, 'Call me at 98765 43210');
    await pro.report(id, { note: 'A note of mine.' });
    await pro.post('/buzz/v1/posts/like', { post: id, on: true });
    const [authors, readers] = [await ananya.get('/auth/v1/export'), await pro.get('/auth/v1/export')].map(({ body }) => JSON.stringify(body));
    for (const words of [TEXT, 'A better text.', draft]) expect(authors).toContain(words);
    expect(authors).not.toMatch(/of mine/);
    for (const words of ['A comment of mine.', '98765 43210', 'A note of mine.']) expect(readers).toContain(words);

    await site.site.db
      .updateTable('users')
      .set({ erase_at: new Date('2026-11-01T00:00:00Z') })
      .where('id', 'in', [pro.user_id, ananya.user_id])
      .execute();
    const personal: Parameters<typeof eraseDue>[2] = [];
    keepBuzz({ keeps: (data) => void (personal as unknown[]).push(data) }, site.site.platform.db, () => site.clock.now);
    await eraseDue(site.site.platform, site.clock.now, personal, async () => undefined);
    const { body } = await (await site.person(PEOPLE.lite)).get(`/buzz/v1/posts/${id}`);
    expect(body.data.post).toMatchObject({ text: '', removed: { by: 'author', reason: 'gone' }, counts: { likes: 0, comments: 0 } });
    const db = buzzTables(site.site.platform.db);
    expect(await db.selectFrom('buzz_posts').select(['id', 'text']).execute(), 'kept for five years').toEqual([{ id, text: 'A better text.' }]);
    expect(await db.selectFrom('buzz_comments').select('text').execute()).toEqual([{ text: 'A comment of mine.' }]);
    const inFiveYears = new Date('2031-11-20T06:00:00.001Z');
    await site.site.platform.transaction((tx) => tidyBuzz(buzzTables(tx), new Date('2031-11-20T06:00:00.000Z')));
    expect(await db.selectFrom('buzz_blocked').select('body').execute()).toHaveLength(1);
    await site.site.platform.transaction((tx) => tidyBuzz(buzzTables(tx), inFiveYears));
    for (const table of ['buzz_posts', 'buzz_versions', 'buzz_comments', 'buzz_blocked', 'buzz_writes'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });
});
