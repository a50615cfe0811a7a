import { afterEach, describe, expect, test } from 'vitest';
import { featureDatabase } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { type BuzzPerson, type BuzzSite, openBuzzSite, PEOPLE, TEXT } from './buzz.testing.ts';

/** Another admin of the demo. */
const OTHER_ADMIN = 'operations@vimarsh.example.com';
const HOUR = 3600_000;

describe.each(await featureDatabase())('moderation of Expert Buzz on %s', { timeout: 120_000 }, (database) => {
  let site: BuzzSite;
  let ananya: BuzzPerson;
  let admin: BuzzPerson;
  let other: BuzzPerson;
  afterEach(() => site.close());
  const open = async (given: Parameters<typeof openBuzzSite>[1] = {}) => {
    site = await openBuzzSite(database, given);
    ananya = await site.person(PEOPLE.ananya);
    admin = await site.person(PEOPLE.admin);
    other = await site.person(OTHER_ADMIN);
  };
  const code = ({ body }: { body: { code?: string } }) => body.code ?? 'OK';
  const cases = async (query = '', by = admin) => (await by.get(`/buzz/v1/cases${query}`)).body.data.cases;
  const assign = (id: string, take: boolean, by = admin) => by.post('/buzz/v1/cases/assign', { case: id, take });
  /** By who takes it first. */
  async function decide(id: string, change: object, by = admin) {
    await assign(id, true, by);
    return by.post('/buzz/v1/cases/decide', { case: id, words: 'Read twice.', ...change });
  }
  const statusOf = async (id: string, by = ananya) => (await by.get(`/buzz/v1/posts/${id}`)).body.data?.post.status;
  const audits = async () =>
    (
      await site.site.platform.db
        .selectFrom('audit_log' as never)
        .selectAll()
        .execute()
    )
      .map((row) => row as { id: string; actor: string; action: string; object: string })
      .filter(({ action }) => action.startsWith('buzz.'))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ action }) => action);

  test('three members bring a post to review, a moderator removes it, and another one grants the appeal; every step is kept and audited', async () => {
    await open();
    const id = await ananya.publish();
    const readers = [await site.person(PEOPLE.free), await site.person(PEOPLE.lite), await site.person(PEOPLE.pro)];
    expect(code(await ananya.report(id)), 'nobody reports themselves').toBe('BAD_REQUEST');
    const report = { client_id: ulid(), reason: 'claim', note: 'Results are promised here.' };
    const first = await readers[0]!.report(id, report);
    expect((await readers[0]!.report(id, report)).body.data).toEqual(first.body.data);
    expect((await readers[0]!.report(id)).body.data, 'a second report of the same member').toEqual(first.body.data);
    await readers[1]!.report(id);
    expect(await statusOf(id, readers[0])).toBe('live');
    await readers[2]!.report(id, { reason: 'claim' });
    expect([await statusOf(id), await statusOf(id, readers[0])]).toEqual(['under_review', undefined]);
    const [row] = await cases();
    expect(row).toMatchObject({
      kind: 'report',
      target: id,
      text: TEXT,
      state: 'open',
      assignee: null,
      due_at: '2026-11-21T06:00:00.000Z',
      author: { user_id: ananya.user_id },
      barred: '',
    });
    expect(row.reports.map(({ reason, note }: { reason: string; note: string }) => [reason, note])).toEqual([
      ['claim', 'Results are promised here.'],
      ['spam', ''],
      ['claim', ''],
    ]);
    for (const reader of readers) expect(JSON.stringify(row)).not.toContain(reader.user_id);

    const bare = await admin.post('/buzz/v1/cases/decide', { case: row.id, remove: true, reason: 'claim', words: 'Read twice.' });
    expect(code(bare), 'nobody decides what they have not taken').toBe('BUZZ_STATE');
    expect((await assign(row.id, true)).body.data.assignee.user_id).toBe(admin.user_id);
    expect(code(await assign(row.id, false, other)), 'nobody gives back what another took').toBe('BUZZ_STATE');
    expect([await cases('?assigned=me'), await cases('?assigned=nobody'), await cases('?queue=appeal')].map((list) => list.length)).toEqual([1, 0, 0]);
    expect(code(await decide(row.id, { remove: true })), 'a reason').toBe('BAD_REQUEST');
    expect((await decide(row.id, { remove: true, reason: 'claim' })).body.data).toMatchObject({ state: 'removed' });
    expect(code(await decide(row.id, { remove: false }))).toBe('BUZZ_STATE');
    const tombstone = (await readers[0]!.get(`/buzz/v1/posts/${id}`)).body.data.post;
    expect(tombstone).toMatchObject({ text: '', removed: { by: 'moderator', reason: 'claim' } });
    expect(JSON.stringify(tombstone)).not.toContain(admin.user_id);

    const appeal = { client_id: ulid(), post: id, text: 'The sentence quotes somebody else, as the next one says.' };
    expect((await ananya.get('/buzz/v1/mine')).body.data.posts[0].appeal).toEqual({ can: true, at: null, decision: '' });
    for (const _ of [1, 2]) expect((await ananya.post('/buzz/v1/appeals', appeal)).body.data.appeal).toMatchObject({ can: false, decision: '' });
    expect(code(await ananya.post('/buzz/v1/appeals', { ...appeal, client_id: ulid() }))).toBe('BUZZ_APPEALED');
    const [appealed] = await cases('?queue=appeal');
    expect([appealed.barred, appealed.history[0].words]).toEqual(['own_decision', appeal.text]);
    expect(code(await decide(appealed.id, { remove: false })), 'not by whoever removed it').toBe('FORBIDDEN');
    expect(code(await admin.post('/buzz/v1/cases/assign', { case: appealed.id, take: true }))).toBe('FORBIDDEN');
    expect((await cases('?queue=appeal', other))[0].barred).toBe('');
    expect(code(await decide(appealed.id, { remove: false }, other))).toBe('OK');
    expect((await readers[0]!.get(`/buzz/v1/posts/${id}`)).body.data.post).toMatchObject({ status: 'live', text: TEXT, removed: null });
    expect((await ananya.get('/buzz/v1/mine')).body.data.posts[0].appeal).toMatchObject({ can: false, decision: 'granted' });

    const closed = await cases('?state=removed');
    expect(closed[0].history.map(({ step, by }: { step: string; by: string }) => [step, by])).toEqual([
      ['opened', ''],
      ['reported', ''],
      ['reported', ''],
      ['reported', ''],
      ['assigned', 'Meera Iyer'],
      ['removed', 'Meera Iyer'],
    ]);
    expect(await audits()).toEqual([
      'buzz.publish',
      ...['buzz.report', 'buzz.report', 'buzz.report'],
      ...['buzz.assign', 'buzz.remove', 'buzz.appeal', 'buzz.assign', 'buzz.appeal-granted'],
    ]);
  });

  test('accounts of a week without a plan hide no post, and what a moderator let stand stays until one decides again; every report is in the queue', async () => {
    await open();
    const readers = await Promise.all([PEOPLE.free, PEOPLE.lite, PEOPLE.pro].map((email) => site.person(email)));
    const ids = readers.map(({ user_id }) => user_id);
    await site.site.db.deleteFrom('subscriptions').where('user_id', 'in', ids).execute();
    await site.site.db
      .updateTable('users')
      .set({ created_at: new Date('2026-11-13T06:00:00.000Z') })
      .where('id', 'in', ids)
      .execute();
    const fresh = await ananya.publish();
    for (const reader of readers) await reader.report(fresh);
    expect(await statusOf(fresh)).toBe('live');
    expect((await cases())[0].reports).toHaveLength(3);
    await site.site.db
      .updateTable('users')
      .set({ created_at: new Date('2026-11-13T05:59:59.999Z') })
      .where('id', 'in', ids)
      .execute();
    const id = await ananya.publish();
    for (const reader of readers) await reader.report(id);
    expect(await statusOf(id), 'older than a week').toBe('under_review');
    const [row] = (await cases()).filter(({ target }: { target: string }) => target === id);
    await decide(row.id, { remove: false });
    const more = await Promise.all(['chat@mail.example.com', 'devendra@experts.example.com', OTHER_ADMIN].map((email) => site.person(email)));
    for (const reader of more) expect(code(await reader.report(id))).toBe('OK');
    expect(await statusOf(id), 'a moderator let it stand').toBe('live');
    const [again] = (await cases()).filter(({ target }: { target: string }) => target === id);
    expect(again.reports).toHaveLength(3);
    await decide(again.id, { remove: true, reason: 'claim' });
    expect(await statusOf(id)).toBe('removed');
  });

  test('who took a case decides it alone, until it is overdue or they moderate no more: then another one takes it, as a step of its own', async () => {
    await open();
    const pro = await site.person(PEOPLE.pro);
    const id = await ananya.publish();
    await pro.report(id);
    const [{ id: row }] = await cases();
    await assign(row, true);
    const remove = (by: BuzzPerson) => by.post('/buzz/v1/cases/decide', { case: row, remove: true, reason: 'claim', words: 'Read twice.' });
    const others = async (by: BuzzPerson) => [await assign(row, true, by), await remove(by), await assign(row, false, by)].map(code);
    expect(await others(other)).toEqual(['BUZZ_STATE', 'BUZZ_STATE', 'BUZZ_STATE']);
    site.clock.forward(24 * HOUR);
    expect(code(await assign(row, true, other)), 'in time to the last moment').toBe('BUZZ_STATE');
    site.clock.forward(1);
    expect((await assign(row, true, other)).body.data.assignee.user_id).toBe(other.user_id);
    expect([await remove(admin), await assign(row, false)].map(code), 'the former decides no more').toEqual(['BUZZ_STATE', 'BUZZ_STATE']);
    expect(await statusOf(id)).toBe('live');
    expect(code(await remove(other))).toBe('OK');

    const second = await ananya.publish();
    await pro.report(second);
    const [{ id: left }] = await cases();
    await assign(left, true, other);
    expect(code(await assign(left, true))).toBe('BUZZ_STATE');
    await site.site.db.updateTable('users').set({ email: 'left@vimarsh.example.com' }).where('id', '=', other.user_id).execute();
    expect(code(await decide(left, { remove: false }))).toBe('OK');
    const history = async (state: string) =>
      (await cases(`?state=${state}`))[0].history.flatMap((each: { step: string; words: string; by: string }) =>
        each.step === 'assigned' ? [[each.by, each.words]] : [],
      );
    expect([await history('removed'), await history('dismissed')].map((steps) => steps.map(([, words]: string[]) => words))).toEqual([
      ['taken', 'taken over: it was overdue'],
      ['taken', 'taken over: its assignee moderates no more'],
    ]);
    expect(new Set((await history('removed')).map(([by]: string[]) => by)).size).toBe(2);
  });

  test('a post that goes by one case leaves another in the hands of who took it', async () => {
    await open({ reviewFrom: new Date('2026-11-20T05:00:00.000Z') });
    const pro = await site.person(PEOPLE.pro);
    const id = await ananya.publish();
    await decide((await cases())[0].id, { remove: false });
    await pro.report(id);
    await site.site.db
      .updateTable('buzz_cases' as never)
      .set({ state: 'open', closed_at: null, assignee: other.user_id } as never)
      .where('kind' as never, '=', 'review' as never)
      .execute();
    const [report] = await cases('?queue=report');
    await decide(report.id, { remove: true, reason: 'spam' });
    const [review] = await cases('?queue=review');
    expect(review.assignee.user_id).toBe(other.user_id);
    expect(code(await decide(review.id, { remove: false }, other))).toBe('OK');
    expect(await statusOf(id)).toBe('removed');
  });

  test('a dismissed report lets the post stand where it stood; an upheld appeal and one’s own wish can’t be appealed', async () => {
    await open();
    const [id, newer] = [await ananya.publish(), await ananya.publish()];
    const readers = await Promise.all([PEOPLE.free, PEOPLE.lite, PEOPLE.pro].map((email) => site.person(email)));
    for (const reader of readers) await reader.report(id);
    await decide((await cases())[0].id, { remove: false });
    const feed = (await readers[0]!.get('/buzz/v1/feed')).body.data.posts.map((post: { id: string }) => post.id);
    expect(feed).toEqual([newer, id]);
    await readers[0]!.report(newer);
    await decide((await cases())[0].id, { remove: true, reason: 'spam' });
    await ananya.post('/buzz/v1/appeals', { client_id: ulid(), post: newer, text: 'I do not think that this is spam at all.' });
    expect(code(await decide((await cases())[0].id, { remove: true }, other)), 'a removal needs its reason, also once more').toBe('BAD_REQUEST');
    await decide((await cases())[0].id, { remove: true, reason: 'spam' }, other);
    expect(await statusOf(newer)).toBe('removed');
    expect((await ananya.get('/buzz/v1/mine?status=removed')).body.data.posts[0].appeal).toMatchObject({ can: false, decision: 'upheld' });
    await ananya.post('/buzz/v1/posts/withdraw', { post: id, reason: 'other' });
    expect(code(await ananya.post('/buzz/v1/appeals', { client_id: ulid(), post: id, text: 'I would like to have it back now.' }))).toBe('BUZZ_STATE');
  });

  test('a comment is reported and removed, and keeps its place', async () => {
    await open();
    const [pro, lite] = [await site.person(PEOPLE.pro), await site.person(PEOPLE.lite)];
    const id = await ananya.publish();
    const comment = (await pro.comment(id, 'You know nothing.')).body.data.id;
    for (const one of [lite, ananya]) await one.report(comment, { kind: 'comment', reason: 'abuse' });
    const [row] = await cases();
    expect(row).toMatchObject({ target_kind: 'comment', target: comment, post: id, text: 'You know nothing.', author: { user_id: pro.user_id } });
    await decide(row.id, { remove: true, reason: 'abuse' });
    const { body } = await lite.get(`/buzz/v1/posts/${id}`);
    expect(body.data).toMatchObject({
      post: { status: 'live', counts: { comments: 0 } },
      comments: [{ text: '', removed: { by: 'moderator', reason: 'abuse' } }],
    });
    expect(code(await lite.comment(id, 'Indeed.', { parent: comment })), 'nobody answers what is gone').toBe('BAD_REQUEST');
  });

  test('a comment that is withdrawn while a moderator removes it is gone once, and nobody waits for the other', async () => {
    await open();
    const [pro, lite] = [await site.person(PEOPLE.pro), await site.person(PEOPLE.lite)];
    const id = await ananya.publish();
    for (let n = 0; n < 9; n += 1) {
      const comment = (await pro.comment(id, `Comment ${n}.`)).body.data.id;
      await lite.report(comment, { kind: 'comment', reason: 'abuse' });
      const [row] = await cases();
      const answers = await Promise.all([pro.post('/buzz/v1/comments/withdraw', { comment }), decide(row.id, { remove: true, reason: 'abuse' })]);
      expect(answers.map(code), String(n)).toEqual(['OK', 'OK']);
    }
    expect((await lite.get(`/buzz/v1/posts/${id}`)).body.data.post.counts.comments).toBe(0);
  });

  test('the dated switch: from its instant on a publication waits for a moderator, also a scheduled one, and is published when it is approved', async () => {
    await open({ reviewFrom: new Date('2026-11-20T07:00:00.000Z') });
    const pro = await site.person(PEOPLE.pro);
    const before = await ananya.publish();
    const scheduled = await ananya.draft();
    await ananya.post('/buzz/v1/posts/schedule', { post: scheduled, at: '2026-11-20T07:00:00.000Z' });
    site.clock.forward(HOUR);
    await site.buzz.publishDue();
    const now = await ananya.publish();
    expect([await statusOf(before, pro), await statusOf(scheduled), await statusOf(now)]).toEqual(['live', 'under_review', 'under_review']);
    expect((await cases('?queue=review')).map(({ target }: { target: string }) => target)).toEqual([scheduled, now]);
    site.clock.forward(HOUR);
    for (const row of await cases('?queue=review')) await decide(row.id, row.target === now ? { remove: false } : { remove: true, reason: 'claim' });
    expect((await pro.get('/buzz/v1/feed')).body.data.posts.map((post: { id: string; published_at: string }) => [post.id, post.published_at])).toEqual([
      [now, '2026-11-20T08:00:00.000Z'],
      [before, '2026-11-20T06:00:00.000Z'],
    ]);
    expect((await ananya.get('/buzz/v1/mine?status=removed')).body.data.posts[0].post).toMatchObject({ id: scheduled, published_at: null });
  });

  test('pages of cases have each once, the one that is due first in front', async () => {
    await open();
    const pro = await site.person(PEOPLE.pro);
    const targets: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      targets.push(await ananya.publish());
      await pro.report(targets[n]!);
      site.clock.forward(60_000);
    }
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const { body } = await admin.get(`/buzz/v1/cases?limit=2${after && `&after=${after}`}`);
      seen.push(...body.data.cases.map(({ target }: { target: string }) => target));
      after = body.data.next;
    }
    expect(seen).toEqual(targets);
    for (const by of [pro, ananya]) {
      for (const path of ['assign', 'decide']) {
        const [row] = await cases();
        expect(code(await by.post(`/buzz/v1/cases/${path}`, { case: row.id, take: true, remove: false, words: 'Mine.' })), path).toBe('FORBIDDEN');
      }
    }
  });
});
