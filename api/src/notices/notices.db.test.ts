import type { CallNotice, Notice } from '@vimarsh/shared/contract/notices/types.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PersonalData } from '../identity/index.ts';
import type { Caller } from '../platform/platform.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { createNotices, type Notices } from './create-notices.ts';
import { crowd, followerId, happening, people } from './crowd.testing.ts';
import { type NoticeDatabase, noticeTables } from './tables.ts';

const FOLLOWERS = 90;
const [first, second, locked] = [followerId(0), followerId(1), followerId(2)];

describe.each(await featureDatabase())('notices on %s', (database) => {
  let opened: TestPlatform;
  let notices: Notices;
  let now: Date;
  const rung: string[] = [];
  /** Whoever the socket told that there is something new. */
  const told: string[] = [];
  const kept: PersonalData[] = [];
  let count = 0;

  beforeAll(async () => {
    opened = await openPlatform({ database });
    const { platform } = opened;
    platform.authenticator(async (bearer) => ({ user_id: bearer, session_id: 's', roles: [], profession: 'Retail Investor' }) as unknown as Caller);
    const identity = people(platform, rung);
    // Noon in India.
    now = new Date('2026-11-20T06:30:00.000Z');
    notices = createNotices(platform, { identity, clock: () => now, page: 25 });
    kept.push(...identity.kept);
    notices.source(crowd(FOLLOWERS, new Set([locked])));
    vi.spyOn(platform.realtime, 'toUsers').mockImplementation((ids) => void told.push(...ids));
    await platform.start();
  });
  afterAll(() => opened.end());

  async function tell(change: Parameters<typeof happening>[1] = {}): Promise<string> {
    count += 1;
    const id = `event-${String(count).padStart(3, '0')}`;
    await opened.platform.transaction((tx) => notices.tell(tx, happening(id, change)));
    await vi.waitFor(
      async () => {
        const row = await noticeTables(opened.platform.db).selectFrom('notice_fanouts').select('done_at').where('event_id', '=', id).executeTakeFirstOrThrow();
        expect(row.done_at).not.toBeNull();
      },
      { timeout: 20_000, interval: 50 },
    );
    return id;
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came.
  type Answered = { http: number; validation: string; data: any };
  async function ask(user: string, url: string, body?: object): Promise<Answered> {
    const headers = { host: 'localhost', authorization: `Bearer ${user}` };
    const answer = await opened.platform.app.inject({ method: body ? 'POST' : 'GET', url: `/base/v1/notices${url}`, headers, ...(body && { payload: body }) });
    return { http: answer.statusCode, ...(answer.json() as Omit<Answered, 'http'>) };
  }
  const recipients = async (subject: string) =>
    (await opened.platform.db.selectFrom('outbox_messages').select('recipient').where('subject', '=', subject).execute()).map(({ recipient }) => recipient);

  test('everybody who may read is told once: in the bell, on the socket and by mail; who may not is told nothing', async () => {
    told.length = 0;
    const id = await tell();
    const everybody = Array.from({ length: FOLLOWERS }, (_, n) => followerId(n)).filter((who) => who !== locked);
    expect(told.toSorted(), 'the socket').toEqual(everybody);
    expect((await recipients(id)).toSorted(), 'mail').toEqual(everybody);
    expect(told, 'not in the order of their names').not.toEqual(everybody);
    const log = await noticeTables(opened.platform.db).selectFrom('notices').select(['user_id', 'place']).where('event_id', '=', id).orderBy('place').execute();
    expect(
      log.map(({ place }) => place),
      'the log of deliveries says in which order',
    ).toEqual(everybody.map((_, index) => index + 1));
    expect((await ask(first!, '')).data).toEqual({
      notices: [
        {
          seq: 1,
          topic: 'new_calls',
          what: 'publish',
          expert: { user_id: 'exp_01', full_name: 'Expert 01' },
          call: { id: 'call_1', kind: 'equity', stock: 'TCS', term: 'shortTerm' },
          result: null,
          happened_at: '2026-11-20T05:00:00.000Z',
          told_at: now.toISOString(),
          read: false,
        },
      ],
      more: false,
      unread: 1,
      latest: 1,
    });
    expect((await ask(locked!, '')).data).toEqual({ notices: [], more: false, unread: 0, latest: 0 });

    await opened.platform.transaction((tx) => notices.tell(tx, happening(id)));
    await notices.takeUp();
    expect((await ask(first!, '/unread')).data, 'told again it is the same').toEqual({ unread: 1, latest: 1 });
  });

  test('who was told of a thing hears how it goes on, though their plan has ended; who was not does not', async () => {
    const everybody = new Set(Array.from({ length: FOLLOWERS }, (_, n) => followerId(n)));
    notices.source({ ...crowd(FOLLOWERS, everybody), name: 'ended plans', made: async (calls) => new Map(calls.map(({ id }) => [id, -3.71])) });
    await tell({ about: 'call-a' });
    const facts = { ...happening('').facts, what: 'sl_hit' as const, result: -3.42 };
    const end = await tell({ about: 'call-a', first: false, source: 'ended plans', topic: 'my_calls', facts });
    const other = await tell({ about: 'call-b', first: false, source: 'ended plans', topic: 'my_calls', facts });
    expect([(await recipients(end)).length, (await recipients(other)).length]).toEqual([FOLLOWERS - 1, 0]);
    const { data } = await ask(first!, '?topic=my_calls');
    expect(data.notices.map(({ what, result, made }: CallNotice) => [what, result, made])).toEqual([['sl_hit', -3.42, -3.71]]);
  });

  test('news of an account is told to its person alone, once, and not to who has left', async () => {
    told.length = 0;
    const owner = followerId(7);
    const news = { what: 'document_verified', document: 'pan_card', demo: null } as const;
    for (const person of [owner, 'nobody']) await opened.platform.transaction((tx) => notices.tellPerson(tx, person, news));
    const open = noticeTables(opened.platform.db).selectFrom('notice_fanouts').select('event_id').where('done_at', 'is', null);
    await vi.waitFor(async () => expect(await open.execute()).toEqual([]), { timeout: 20_000, interval: 50 });
    expect(told).toEqual([owner]);
    const { data } = await ask(owner, '?topic=account');
    expect(data.notices).toMatchObject([{ topic: 'account', ...news, expert: null, read: false }]);
    expect((await ask(first!, '?topic=account')).data.notices).toEqual([]);
  });

  test('read one, read all up to what was seen: what came later stays unread, other people’s stay untouched', async () => {
    const before = (await ask(first!, '/unread')).data;
    await tell();
    await tell();
    const { unread, latest } = (await ask(first!, '/unread')).data;
    expect(latest).toBe(before.latest + 2);
    expect((await ask(first!, '/read', { seq: latest })).data.unread).toBe(unread - 1);
    expect((await ask(first!, '/read', { seq: latest })).data.unread, 'again changes nothing').toBe(unread - 1);
    expect((await ask(first!, '/read-all', { until: latest - 1, topic: 'my_calls' })).data.unread).toBe(unread - 2);
    await tell();
    expect((await ask(first!, '/read-all', { until: latest })).data).toEqual({ unread: 1, latest: latest + 1 });
    expect((await ask(second!, '/unread')).data.unread, 'of another person').toBe(latest + 1);
  });

  test('an expert who is muted is kept as read and sent nowhere; afterwards heard again', async () => {
    told.length = 0;
    expect((await ask(first!, '/mute', { user_id: 'exp_01', on: true })).data.muted).toEqual([{ user_id: 'exp_01', full_name: 'Expert 01' }]);
    const before = (await ask(first!, '/unread')).data;
    const id = await tell();
    expect((await ask(first!, '/unread')).data).toEqual({ unread: before.unread, latest: before.latest + 1 });
    expect([told.includes(first!), (await recipients(id)).includes(first!), rung.includes(`${id} ${first}`)]).toEqual([false, false, false]);
    expect([told.includes(second!), (await recipients(id)).includes(second!), rung.includes(`${id} ${second}`)]).toEqual([true, true, true]);
    expect((await ask(first!, '/mute', { user_id: 'exp_01', on: false })).data.muted).toEqual([]);
    await tell();
    expect((await ask(first!, '/unread')).data.unread).toBe(before.unread + 1);
  });

  test('in quiet hours the bell and the mail have it at once, devices at their end; what is of today is not held back', async () => {
    expect((await ask(first!, '/settings')).data.quiet, 'the usual ones').toEqual({ on: true, from: 1260, to: 510 });
    expect((await ask(first!, '/quiet', { on: true, from: 720, to: 900 })).data.quiet).toEqual({ on: true, from: 720, to: 900 });
    const id = await tell();
    const urgent = await tell({ facts: { ...happening('').facts, urgent: true } });
    expect((await recipients(id)).includes(first!)).toBe(true);
    const rang = (subject: string, who = first) => rung.filter((each) => each === `${subject} ${who}`).length;
    expect([rang(id), rang(id, second), rang(urgent)]).toEqual([0, 1, 1]);
    now = new Date('2026-11-20T09:29:59.000Z');
    await notices.sendWaiting();
    expect(rang(id)).toBe(0);
    now = new Date('2026-11-20T09:30:00.000Z');
    await notices.sendWaiting();
    await notices.sendWaiting();
    expect([rang(id), rang(id, second), (await recipients(id)).filter((who) => who === first).length]).toEqual([1, 1, 1]);
  });

  test('an expert who is muted during quiet hours rings no device at their end', async () => {
    now = new Date('2026-11-20T06:30:00.000Z');
    await ask(first!, '/quiet', { on: true, from: 720, to: 900 });
    const id = await tell();
    expect((await ask(first!, '/mute', { user_id: 'exp_01', on: true })).data.muted).toHaveLength(1);
    now = new Date('2026-11-20T09:30:00.000Z');
    await notices.sendWaiting();
    expect(rung.filter((each) => each === `${id} ${first}`)).toEqual([]);
    expect((await ask(first!, '/mute', { user_id: 'exp_01', on: false })).data.muted).toEqual([]);
  });

  test('whose plan ended in the night is not rung at the end of quiet hours; who was told of a thing hears how it goes on', async () => {
    now = new Date('2026-11-20T06:30:00.000Z');
    const ended = new Set<string>();
    notices.source({ ...crowd(FOLLOWERS, ended), name: 'by night' });
    const { facts } = happening('');
    const id = await tell({ source: 'by night', about: 'call-n', facts });
    const end = await tell({ source: 'by night', about: 'call-n', first: false, facts: { ...facts, what: 'sl_hit' } });
    ended.add(first!);
    now = new Date('2026-11-20T09:30:00.000Z');
    await notices.sendWaiting();
    const rang = (subject: string) => rung.filter((each) => each === `${subject} ${first}`).length;
    expect([rang(id), rang(end)]).toEqual([0, 1]);
    const { rows } = await sql`select 1 from notice_waiting`.execute(opened.platform.db);
    expect(rows, 'nothing is tried again').toEqual([]);
  });

  test('who wants one mail a day gets it at 20:00 IST, with all that happened; the bell has it at once, other people’s mail too (product D.6)', async () => {
    now = new Date('2026-11-20T06:30:00.000Z');
    const mailsTo = async (who: string) =>
      (await opened.platform.db.selectFrom('outbox_messages').select(['subject', 'text']).where('recipient', '=', who).orderBy('id').execute()) as {
        subject: string;
        text: string;
      }[];
    const [one, other] = [followerId(20), followerId(21)];
    expect((await ask(one, '/settings')).data.daily_mail).toBe(false);
    for (const who of [one, other]) expect((await ask(who, '/daily-mail', { on: true })).data.daily_mail).toBe(true);
    const before = (await mailsTo(one)).length;
    const { unread } = (await ask(one, '/unread')).data;
    const ids = [await tell(), await tell(), await tell({ expert_id: 'exp_02' })];
    expect([(await ask(one, '/unread')).data.unread, (await recipients(ids[0]!)).includes(second!)], 'the bell, and who wants each').toEqual([
      unread + 3,
      true,
    ]);
    await ask(other, '/mute', { user_id: 'exp_02', on: true });
    now = new Date('2026-11-20T14:29:59.000Z');
    await notices.sendDailyMails();
    expect((await mailsTo(one)).slice(before)).toEqual([]);
    now = new Date('2026-11-20T14:30:00.000Z');
    await Promise.all([notices.sendDailyMails(), notices.sendDailyMails()]);
    await notices.sendDailyMails();
    const [a, b, c] = ids;
    expect((await mailsTo(one)).slice(before)).toEqual([{ subject: '3 of today', text: `News ${a}\n\nNews ${b}\n\nNews ${c}\n\nRead it at Vimarsh.` }]);
    expect((await mailsTo(other)).at(-1), 'an expert who was muted meanwhile').toMatchObject({ subject: '2 of today' });
    expect((await ask(one, '/daily-mail', { on: false })).data.daily_mail).toBe(false);
    const id = await tell();
    expect([(await recipients(id)).includes(one), (await recipients(id)).includes(other)], 'one by one again').toEqual([true, false]);
  });

  test('what comes due between the look and the sending is in the next mail, and not lost', async () => {
    now = new Date('2026-11-20T06:30:00.000Z');
    const who = followerId(33);
    const db = noticeTables(opened.platform.db);
    const source = crowd(FOLLOWERS, new Set());
    const waits = async (event_id: string, of: string): Promise<void> => {
      const { facts, ...row } = happening(event_id, { source: of });
      await db
        .insertInto('notice_events')
        .values({ ...row, facts: JSON.stringify(facts), recorded_at: now })
        .execute();
      await db.insertInto('notice_mail_waiting').values({ user_id: who, event_id, due_at: now }).execute();
    };
    let late = 'came-between';
    // The letters are written after the look and before the rows are taken.
    notices.source({
      ...source,
      name: 'meets another',
      letter: async (about) => {
        const event_id = late;
        late = '';
        if (event_id) await waits(event_id, 'meets another');
        return source.letter(about);
      },
    });
    await waits('was-there', 'meets another');
    await notices.sendDailyMails();
    const texts = (await opened.platform.db.selectFrom('outbox_messages').select('text').where('recipient', '=', who).execute()).map(({ text }) =>
      String(text),
    );
    for (const id of ['was-there', 'came-between'])
      expect(
        texts.filter((text) => text.includes(`News ${id}`)),
        id,
      ).toHaveLength(1);
  });

  test('a mail of a day does not tell who may not be told any more, goes with its account, and names a hundred at most', async () => {
    now = new Date('2026-11-20T06:30:00.000Z');
    const [one, gone, many] = [followerId(30), followerId(31), followerId(32)];
    const ended = new Set<string>();
    notices.source({ ...crowd(FOLLOWERS, ended), name: 'until the evening' });
    for (const who of [one, gone, many]) await ask(who, '/daily-mail', { on: true });
    const id = await tell({ source: 'until the evening' });
    const db = noticeTables(opened.platform.db);
    for (let n = 0; n < 101; n += 1) {
      const event_id = `of-many-${String(n).padStart(3, '0')}`;
      const { facts, ...row } = happening(event_id);
      await db
        .insertInto('notice_events')
        .values({ ...row, facts: JSON.stringify(facts), recorded_at: now })
        .execute();
      await db
        .insertInto('notice_mail_waiting')
        .values({ user_id: many, event_id, due_at: new Date('2026-11-20T14:30:00.000Z') })
        .execute();
    }
    ended.add(one);
    await opened.platform.transaction((tx) => kept[0]!.erase(tx, gone));
    now = new Date('2026-11-20T14:30:00.000Z');
    await notices.sendDailyMails();
    const mailed = await opened.platform.db
      .selectFrom('outbox_messages')
      .select(['recipient', 'subject', 'text'])
      .where('subject', 'like', '%of today')
      .execute();
    const textTo = (who: string): string =>
      mailed
        .filter(({ recipient }) => recipient === who)
        .map(({ text }) => String(text))
        .join();
    expect([textTo(one).includes(id), textTo(gone).includes(id)]).toEqual([false, false]);
    expect(mailed.filter(({ recipient }) => recipient === many).map(({ subject }) => subject)).toEqual(['102 of today']);
    expect(textTo(many)).toMatch(/And 2 more, which are listed under the bell\.\n\nRead it/);
    expect(textTo(many).match(/^News /gm)).toHaveLength(100);
  });

  test.each([
    ['an expert nobody knows', '/mute', { user_id: 'exp', on: true }, 404],
    ['an account that is no expert’s', '/mute', { user_id: second, on: true }, 404],
    ['an expert who has left, to hear again', '/mute', { user_id: 'gone', on: false }, 200],
    ['no id', '/mute', { user_id: 'a b', on: true }, 400],
    ['a notice of nobody', '/read', { seq: 2_000_000 }, 404],
    ['no number', '/read', { seq: 0 }, 400],
    ['a number beyond all', '/read', { seq: 2 ** 31 }, 400],
    ['a topic that nothing is told about', '/read-all', { until: 1, topic: 'weather' }, 400],
    ['neither yes nor no', '/daily-mail', { on: 'yes' }, 400],
    ['hours that end when they begin', '/quiet', { on: true, from: 60, to: 60 }, 400],
    ['a minute that no day has', '/quiet', { on: true, from: 0, to: 1440 }, 400],
  ])('%s', async (_name, url, body, http) => {
    const answer = await ask(first!, url, body);
    expect([answer.http, answer.validation !== '']).toEqual([http, http !== 200]);
  });

  test.each(['?topic=weather', '?before=x', '?after=-1', '?limit=x'])('GET /base/v1/notices%s is refused in words', async (query) => {
    expect(await ask(first!, query)).toMatchObject({ http: 400, validation: expect.stringMatching(/\w/) });
  });

  test('it stands in the copy of one’s data and goes with the account, how many were told stays', async () => {
    const who = followerId(60);
    const [data] = kept;
    const { notices: own } = (await ask(who, '?limit=50')).data;
    await ask(who, '/quiet', { on: false, from: 0, to: 1 });
    expect(((await data!.of(who)) as { seq: number }[]).map(({ seq }) => seq)).toEqual(own.map(({ seq }: Notice) => seq));
    const db = noticeTables(opened.platform.db);
    const toldOf = async () => (await db.selectFrom('notice_fanouts').select('told').orderBy('event_id').execute()).map(({ told }) => told);
    const before = await toldOf();
    await opened.platform.transaction((tx) => data!.erase(tx, who));
    expect([(await ask(who, '')).data.notices, (await ask(who, '/settings')).data.quiet.on, await toldOf()]).toEqual([[], true, before]);
  });

  test('nothing is missed or heard twice, whenever the line breaks: by its sequence a reader has what a reader has who was always there', async () => {
    const who = followerId(50);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant('tell'), fc.constant('break'), fc.constant('mend'), fc.nat({ max: 3 })), { minLength: 4, maxLength: 10 }),
        async (steps) => {
          const begin = (await ask(who, '/unread')).data.latest as number;
          let known = begin;
          let up = true;
          const heard: number[] = [];
          let happened = 0;
          /** One answer of at most `limit`, as a client asks that has just come back or was told of news. */
          const catchUp = async (limit: number): Promise<boolean> => {
            const { data } = await ask(who, `?after=${known}&limit=${limit}`);
            heard.push(...data.notices.map(({ seq }: Notice) => seq));
            known = heard.at(-1) ?? known;
            return data.more;
          };
          for (const step of steps) {
            if (step === 'tell') {
              happened += 1;
              await give(who);
              if (up) await catchUp(1);
            } else if (step === 'break') up = false;
            else if (step === 'mend') up = true;
            else await catchUp(step + 1);
          }
          while (await catchUp(2));
          expect(heard).toEqual(Array.from({ length: happened }, (_, index) => begin + 1 + index));
        },
      ),
      { numRuns: 15, seed: 20261123 },
    );
  });

  /** A notice for one person, without the walk over everybody. */
  async function give(user_id: string): Promise<void> {
    const { give: giveTo, record } = await import('./fanout.store.ts');
    count += 1;
    const id = `single-${count}`;
    await opened.platform.transaction(async (tx: NoticeDatabase) => {
      await record(tx, happening(id), 1, now);
      await giveTo(tx, id, [{ user_id, muted: false, place: 1 }], now);
      await tx.updateTable('notice_fanouts').set({ done_at: now }).where('event_id', '=', id).execute();
    });
  }
});
