import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportIdsOf } from '../cases/cases.testing.ts';
import { casesIn } from '../cases/index.ts';
import type { Identity } from '../identity/index.ts';
import type { PlatformProcess } from '../platform/platform.create.ts';
import { type Ctx, Fail } from '../platform/platform.ts';
import { databases, openPlatform } from '../platform/testing.ts';
import { createJoining } from './joining.ts';
import { createModerating } from './moderating.ts';
import { createPosting, type PostingParts } from './posting.ts';
import { postById } from './posts.store.ts';
import { buzzTables, type PostRow } from './tables.ts';

/** `BUZZ_HISTORIES=500 npx vitest run --project api api/src/buzz/histories.db.test.ts` plays more of them; a failure prints its seed. */
const HISTORIES = Number(process.env.BUZZ_HISTORIES ?? 12);
const SEED = Number(process.env.BUZZ_SEED ?? 470);
const MINUTE = 60_000;

const KINDS = [
  'edit',
  'publish',
  'schedule',
  'unschedule',
  'withdraw',
  'like',
  'unlike',
  'comment',
  'uncomment',
  'report',
  'decide',
  'appeal',
  'wait',
] as const;
/** What somebody does. Few posts and members, so that deeds meet. */
const deed = fc.record({
  kind: fc.constantFrom(...KINDS, 'publish', 'publish', 'report', 'report', 'report', 'decide'),
  post: fc.nat(2),
  by: fc.nat(3),
  minutes: fc.constantFrom(1, 5, 20),
  remove: fc.boolean(),
  /** Sent twice at once, as a client does that got no answer. */
  twice: fc.boolean(),
});
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

/** A post as a reader of the rules thinks of it. */
interface Model {
  status: PostRow['status'];
  by: PostRow['removed_by'];
  published: number | null;
  due: number | null;
  versions: number;
  likes: Set<number>;
  comments: Set<number>;
  reporters: Set<number>;
  /** Members whose reports are not decided yet. */
  waiting: number;
  /** Of them, those whose reports may hide a post. */
  settled: number;
  /** A moderator let it stand as it reads now. */
  letStand: boolean;
  appeal: 'none' | 'open' | 'closed';
}

describe.each(await databases())('histories of posts on %s', { timeout: 240_000 }, (database) => {
  let platform: PlatformProcess;
  let end: () => Promise<void>;
  let run = 0;
  beforeAll(async () => {
    ({ platform, end } = await openPlatform({ database }));
    await platform.start();
  });
  afterAll(() => end());

  test(`${HISTORIES} histories: status, counts, versions and cases are those of the model, whatever is sent twice`, async () => {
    const db = buzzTables(platform.db);
    const played = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 30, maxLength: 80, size: 'max' }), async (deeds: Deed[]) => {
        run += 1;
        const of = run;
        let now = Date.parse('2026-11-20T06:00:00Z') + of * 3 * 24 * 60 * MINUTE;
        const clock = () => new Date(now);
        const writer = (user_id: string, more: object = {}): Ctx =>
          ({
            caller: { user_id, session_id: 's', partner_key: '', profession: 'Analyst', expert_status: 'verified', is_admin: false, ...more },
            partner: null,
          }) as never;
        const author = writer(`author${of}`);
        const reader = (n: number) => writer(`reader${of}_${n}`);
        const admin = (n: number) => writer(`admin${of}_${n}`, { is_admin: true });
        const own = { db: platform.db, transaction: platform.transaction, audit: platform.audit, log: platform.log };
        const limits = { take: async () => undefined, takeFrom: async () => undefined } as never;
        const identity: PostingParts['identity'] & Pick<Identity, 'settled'> = {
          isOpen: async () => true,
          // Reader 0 came today and has no plan.
          settled: async (_tx, ids) => new Set(ids.filter((id) => !id.endsWith('_0'))),
          asker: async () => author,
          entries: async (_db, ids = []) =>
            new Map(
              ids.map((id) => [
                id,
                { name: 'A', category: 'Analyst', reg_no: 'INH999900001', valid_to: '', nism_valid_to: '', standing: 'registered' } as const,
              ]),
            ),
        };
        const checkText = () => null;
        const posting = createPosting({ platform: own, identity, calls: {} as never, market: { instrument: () => null }, checkText, clock, reviewFrom: null });
        const joining = createJoining({ platform: { ...own, limits }, identity, checkText, clock });
        const moderating = createModerating({ platform: own, identity: { askers: async () => new Map() }, checkText, clock });

        const models = new Map<number, Model>();
        const ids = new Map<number, string>();
        const commentIds = new Map<string, string>();
        let serial = 0;
        const fields = (text: string) => ({ text, symbols: [], call_id: null, conflicts: [] });

        /** Whether it was done: once, however often it was sent, and the same for both. */
        async function sent(twice: boolean, work: () => Promise<unknown>): Promise<boolean> {
          const answers = await Promise.allSettled(twice ? [work(), work()] : [work()]);
          for (const answer of answers) if (answer.status === 'rejected' && !(answer.reason instanceof Fail)) throw answer.reason;
          return answers.some(({ status }) => status === 'fulfilled');
        }

        for (const { kind, post, by, minutes, remove, twice } of deeds) {
          serial += 1;
          const client_id = `${of}_${serial}`;
          const model = models.get(post);
          const id = ids.get(post) ?? 'none';
          now += 1000;
          if (kind === 'wait') {
            now += minutes * MINUTE;
            await Promise.all([posting.publishDue(), posting.publishDue()]);
            for (const each of models.values())
              if (each.status === 'scheduled' && each.due! <= now) Object.assign(each, { status: 'live', published: now, due: null });
            continue;
          }
          // The first deed about a post is to write it.
          if (!model) {
            const [first, second] = await Promise.all([1, 2].map(() => posting.create(author, { client_id, ...fields(`Text ${serial}`) })));
            expect(second).toBe(first);
            ids.set(post, first!);
            models.set(post, {
              ...{ status: 'draft', by: '', published: null, due: null, versions: 0 },
              ...{ likes: new Set(), comments: new Set(), reporters: new Set(), waiting: 0, settled: 0, letStand: false, appeal: 'none' },
            });
            continue;
          }
          const isLive = model.status === 'live';
          const unseen = model.status === 'draft' || model.status === 'scheduled';
          let expected: boolean;
          let done: boolean;
          if (kind === 'edit') {
            expected = unseen || (isLive && now - model.published! <= 15 * MINUTE);
            done = await sent(twice, () => posting.edit(author, { post: id, client_id, ...fields(`Text ${serial}`) }));
            if (expected && isLive) Object.assign(model, { versions: model.versions + 1, letStand: false });
          } else if (kind === 'publish') {
            expected = model.status !== 'removed';
            done = await sent(twice, () => posting.publish(author, id));
            if (unseen) Object.assign(model, { status: 'live', published: now, due: null });
          } else if (kind === 'schedule') {
            expected = unseen;
            done = await sent(twice, () => posting.plan(author, id, new Date(now + minutes * MINUTE)));
            if (unseen) Object.assign(model, { status: 'scheduled', due: now + minutes * MINUTE });
          } else if (kind === 'unschedule') {
            expected = unseen;
            done = await sent(twice, () => posting.plan(author, id, null));
            if (unseen) Object.assign(model, { status: 'draft', due: null });
          } else if (kind === 'withdraw') {
            expected = isLive || model.status === 'under_review' || (model.status === 'removed' && model.by === 'author');
            done = await sent(twice, () => posting.withdraw(author, id, 'other'));
            if (expected && model.status !== 'removed') Object.assign(model, { status: 'removed', by: 'author' });
          } else if (kind === 'like' || kind === 'unlike') {
            expected = isLive;
            done = await sent(twice, () => joining.toggle(reader(by), 'like', id, kind === 'like'));
            if (isLive) model.likes[kind === 'like' ? 'add' : 'delete'](by);
          } else if (kind === 'comment') {
            expected = isLive;
            done = await sent(twice, async () => {
              commentIds.set(`${post} ${serial}`, await joining.comment(reader(by), { client_id, post: id, parent: null, text: 'Why?' }));
            });
            if (isLive) model.comments.add(serial);
          } else if (kind === 'uncomment') {
            const [first] = model.comments;
            if (first === undefined) continue;
            // Whoever wrote it may take it away wherever the post is by now.
            const { author_id } = await db
              .selectFrom('buzz_comments')
              .select('author_id')
              .where('id', '=', commentIds.get(`${post} ${first}`)!)
              .executeTakeFirstOrThrow();
            expected = true;
            done = await sent(twice, () => joining.withdrawComment(writer(author_id), commentIds.get(`${post} ${first}`)!));
            model.comments.delete(first);
          } else if (kind === 'report') {
            expected = isLive || model.reporters.has(by);
            done = await sent(twice, () => joining.report(reader(by), { client_id, kind: 'post', target: id, reason: 'spam', note: '' }));
            if (isLive && !model.reporters.has(by)) {
              model.reporters.add(by);
              model.waiting += 1;
              if (by !== 0) model.settled += 1;
              if (model.settled >= 3 && !model.letStand) model.status = 'under_review';
            }
          } else if (kind === 'appeal') {
            expected = model.status === 'removed' && model.by === 'moderator' && model.appeal === 'none';
            done = await sent(twice, () => moderating.appeal(author, { client_id, post: id, text: 'It was not meant like that at all.' }));
            if (expected) model.appeal = 'open';
          } else {
            const open = (await casesIn(db, { area: 'buzz', state: 'open' }, 500)).find((row) => row.target_id === id);
            expect(open !== undefined, 'a case is open').toBe(model.waiting > 0 || model.appeal === 'open');
            if (!open) continue;
            // An appeal is decided by another one.
            const removing = open.kind === 'appeal' ? 1 : 0;
            expect(await sent(false, () => moderating.decide(admin(removing), open.id, remove, 'spam', 'Read.')), 'nobody has taken it').toBe(false);
            await moderating.assign(admin(removing), open.id, true);
            if (open.kind === 'appeal') expect(await sent(false, () => moderating.decide(admin(0), open.id, remove, 'spam', 'Read.'))).toBe(false);
            expected = true;
            done = await sent(twice, () => moderating.decide(admin(removing), open.id, remove, 'spam', 'Read.'));
            if (open.kind === 'appeal') {
              model.appeal = 'closed';
              if (!remove) model.letStand = true;
              if (!remove && model.status === 'removed' && model.by === 'moderator') Object.assign(model, { status: 'live', by: '' });
            } else {
              Object.assign(model, { waiting: 0, settled: 0 });
              if (!remove) model.letStand = true;
              if (remove && (isLive || model.status === 'under_review')) {
                Object.assign(model, { status: 'removed', by: 'moderator' });
                if (model.appeal === 'open') model.appeal = 'closed';
              } else if (!remove && model.status === 'under_review' && model.appeal !== 'open') model.status = 'live';
            }
          }
          played.set(`${kind} ${done}`, (played.get(`${kind} ${done}`) ?? 0) + 1);
          expect(done, `${kind} of a post that was ${model.status}`).toBe(expected);
          const row = (await postById(db, id))!;
          const versions = await db.selectFrom('buzz_versions').select('n').where('post_id', '=', id).orderBy('n').execute();
          expect({
            ...{ status: row.status, by: row.removed_by, likes: row.likes, comments: row.comments, reports: row.reports },
            ...{ due: row.scheduled_at?.getTime() ?? null, isPublished: row.published_at !== null, versions: versions.map(({ n }) => n) },
          }).toEqual({
            ...{ status: model.status, by: model.by, likes: model.likes.size, comments: model.comments.size, reports: model.reporters.size },
            ...{ due: model.due, isPublished: model.published !== null, versions: Array.from({ length: model.versions }, (_, at) => at + 1) },
          });
        }
        for (const [post, id] of ids) {
          expect(await reportIdsOf(db, id)).toHaveLength(models.get(post)!.reporters.size);
        }
      }),
      { numRuns: HISTORIES, seed: SEED },
    );
    // Idle histories would show nothing.
    for (const kind of KINDS) if (kind !== 'wait') expect([kind, played.get(`${kind} true`) ?? 0]).not.toEqual([kind, 0]);
  });
});
