import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshMobile, openSite, type Site, signInBody, signUp } from '../identity/site.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { createSupport } from './index.ts';

describe.each(await featureDatabase())('messages to us on %s', (kind) => {
  let site: Site;
  let address = 0;
  const writer = () => site.browser({ ip: `10.20.${(++address >> 8) & 255}.${address & 255}` });
  beforeAll(async () => {
    site = await openSite(kind);
    createSupport(site.platform, { identity: site.identity, clock: () => site.clock.now });
    await site.platform.start();
  });
  afterAll(() => site.close());

  const message = (more: object = {}) => ({
    kind: 'question',
    name: 'Asha Rao',
    email: `asha${++address}@mail.example.com`,
    message: 'How do I end my plan, please?',
    ...more,
  });
  const write = (more: object = {}, bearer?: string) => writer().post('/base/v1/tickets', message(more), bearer);
  async function member() {
    const browser = site.browser({ ip: `10.21.0.${++address & 255}` });
    const { body } = await signUp(site, browser, freshMobile());
    return { bearer: body.data.token as string, user_id: body.user_id as string, get: (path: string) => browser.get(path, body.data.token) };
  }
  async function admin() {
    const { body } = await writer().post('/auth/v1/sign_in', signInBody('admin@vimarsh.example.com'));
    return body.token_data?.access_token as string;
  }
  const mails = async (to: string) => (await site.platform.outbox.list(site.platform.db, to)).map(({ subject, text }) => `${subject} ${text}`);

  test('a visitor’s message gets a number, and a mail that repeats none of it', async () => {
    const { body } = await write({ email: 'visitor@mail.example.com', message: 'My secret story of twenty letters.' });
    expect(body.data).toEqual({ number: expect.stringMatching(/^V-[0-9A-HJKMNP-TV-Z]{8}$/), by_mail: true, confirmed: true });
    const [mail] = await mails('visitor@mail.example.com');
    expect(mail).toContain(body.data.number);
    expect(mail).not.toContain('secret');
  });

  test('sent again because its answer got lost, also twice at once, a message is kept once and mailed once; a changed one is another', async () => {
    const asha = await member();
    for (const bearer of [asha.bearer, undefined]) {
      const one = message({ key: `key-${++address}` });
      const answers = await Promise.all([1, 2, 3].map(() => writer().post('/base/v1/tickets', one, bearer)));
      const numbers = new Set(answers.map(({ body }) => body.data.number));
      expect([...numbers]).toEqual([expect.stringMatching(/^V-/)]);
      expect((await writer().post('/base/v1/tickets', one, bearer)).body.data).toEqual({ number: [...numbers][0], by_mail: true, confirmed: true });
      expect(await mails(one.email)).toHaveLength(1);
      const changed = await writer().post('/base/v1/tickets', { ...one, message: 'And how do I begin another one?' }, bearer);
      expect([changed.http, changed.body.problems[0].path]).toEqual([400, 'key']);
    }
    expect((await asha.get('/base/v1/tickets')).body.data).toHaveLength(1);
    // Also the last that a member may have open.
    const bina = await member();
    for (let times = 0; times < 2; times += 1) await write({ kind: 'complaint' }, bina.bearer);
    const third = message({ kind: 'complaint', key: `key-${++address}` });
    const both = await Promise.all([1, 2, 3, 4].map(() => writer().post('/base/v1/tickets', third, bina.bearer)));
    expect(both.map(({ http }) => http)).toEqual([200, 200, 200, 200]);
    const { ticketsOf } = await import('./ticket.store.ts');
    await ticketsOf(site.platform.db).deleteFrom('tickets').where('user_id', '=', bina.user_id).execute();
    // Somebody else's key is nobody's secret.
    const [other, key] = [await member(), `key-${++address}`];
    const theirs = await Promise.all([asha, other].map(({ bearer }) => write({ key }, bearer)));
    expect(new Set(theirs.map(({ body }) => body.data.number)).size).toBe(2);
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['no address', { email: 'nobody' }, 'email'],
    ['several addresses', { email: 'a@b.example,c@d.example' }, 'email'],
    ['too few words', { message: 'Hello' }, 'message'],
    ['a kind there is not', { kind: 'praise' }, 'kind'],
  ])('%s is refused by its field', async (_what, wrong, path) => {
    const { http, body } = await write(wrong);
    expect([http, body.problems[0].path]).toEqual([400, path]);
  });

  test('a mailbox is not filled with our mails, under any of its names; what is written is taken all the same', async () => {
    const names = ['Victim', 'victim+0', 'v.ictim', 'victim+1', 'VICTIM', 'vic.tim+2', 'victim'].map((name) => `${name}@gmail.com`);
    const confirmed: unknown[] = [];
    for (const email of names) {
      const { http, body } = await write({ email });
      expect(http).toBe(200);
      confirmed.push(body.data.confirmed);
    }
    expect(confirmed).toEqual([true, true, true, true, true, false, false]);
    const sent = await Promise.all(names.map(mails));
    expect(sent.map((list) => list.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  });

  test('strangers who name an address take nothing from who has it, signed in or from another network', async () => {
    const asha = await member();
    const email = 'asha.owner@mail.example.com';
    await site.platform.db
      .updateTable('users' as never)
      .set({ email, email_verified: true } as never)
      .where('id' as never, '=', asha.user_id as never)
      .execute();
    const stranger = writer();
    const codes: unknown[] = [];
    for (let times = 0; times < 6; times += 1)
      codes.push((await stranger.post('/base/v1/tickets', message({ email: `asha.owner+${times}@mail.example.com` }))).http);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    for (let times = 0; times < 3; times += 1) await write({ email });
    expect((await write({ email })).body.data).toMatchObject({ confirmed: false });
    expect((await write({ email }, asha.bearer)).body.data).toMatchObject({ confirmed: true });
    // A member who names an address that is not theirs is a stranger to it.
    expect((await write({ email }, (await member()).bearer)).body.data).toMatchObject({ confirmed: false });
  });

  test('one visitor writes ten an hour', async () => {
    const one = writer();
    const answers: unknown[] = [];
    for (let times = 0; times < 11; times += 1) answers.push((await one.post('/base/v1/tickets', message())).http);
    expect(answers.at(-2)).toBe(200);
    expect(answers.at(-1)).toBe(429);
  });

  test('members read their own messages and nobody else’s; visitors none', async () => {
    const [asha, ravi] = [await member(), await member()];
    const { body } = await write({}, asha.bearer);
    expect((await asha.get('/base/v1/tickets')).body.data).toMatchObject([{ number: body.data.number, answered_at: null, answer: '' }]);
    expect((await ravi.get('/base/v1/tickets')).body.data).toEqual([]);
    expect((await writer().get('/base/v1/tickets')).http).toBe(401);
  });

  test('admins answer, once; the sender gets it by mail and on the page, the audit has it', async () => {
    const asha = await member();
    const { body } = await write({ kind: 'complaint', email: 'asha@mail.example.com' }, asha.bearer);
    const { number } = body.data;
    const bearer = await admin();
    const desk = (await writer().get('/base/v1/tickets/desk', bearer)).body.data;
    expect(desk.waiting).toBeGreaterThan(1);
    expect(desk.tickets[0]).toMatchObject({ number, kind: 'complaint', name: 'Asha Rao', email: 'asha@mail.example.com' });
    const answer = 'We ended the plan and refunded the rest.';
    for (const stranger of [undefined, asha.bearer]) {
      expect((await writer().get('/base/v1/tickets/desk', stranger)).http).toBe(stranger ? 403 : 401);
      expect((await writer().post('/base/v1/tickets/answer', { number, answer }, stranger)).http).toBe(stranger ? 403 : 401);
    }
    site.clock.forward(2 * 86_400_000);
    const fresh = await admin();
    const both = await Promise.all([1, 2].map(() => writer().post('/base/v1/tickets/answer', { number, answer }, fresh)));
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 400]);
    expect((await mails('asha@mail.example.com')).filter((mail) => mail.includes(answer))).toHaveLength(1);
    const { rows } = await (await import('kysely')).sql<{ action: string }>`select action from audit_log where object = ${number} order by action`.execute(
      site.platform.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['ticket.answer', 'ticket.complaint']);
    const { months } = (await writer().get('/base/v1/complaints')).body.data;
    expect(months[0]).toMatchObject({ month: '2026-11', received: 1, resolved: 1, pending: 0, average_days: 2 });
    expect(JSON.stringify(months)).not.toContain('Asha');
  });

  test('the desk is read by pages, complaints first, each message once; what comes meanwhile moves none of them', async () => {
    const { keepTicket, ticketsOf } = await import('./ticket.store.ts');
    const db = ticketsOf(site.platform.db);
    await db.deleteFrom('tickets').execute();
    const at = new Date('2026-11-01T06:00:00Z').getTime();
    // Several of one instant, and the complaints written last.
    for (let n = 0; n < 230; n += 1) {
      const number = `V-PAGE${String(n).padStart(4, '0')}`;
      const row = {
        number,
        user_id: '',
        ...{ by_member: false, key: '', confirmed: false, partner_key: '' },
        name: 'Ravi',
        email: 'ravi@mail.example.com',
        message: 'A message of twenty letters.',
      };
      await keepTicket(db, { ...row, kind: n < 120 ? 'question' : 'complaint', opened_at: new Date(at + Math.floor(n / 7) * 60_000) });
    }
    const bearer = await admin();
    const page = async (after?: string) => (await writer().get(`/base/v1/tickets/desk${after ? `?after=${after}` : ''}`, bearer)).body.data;
    const first = await page();
    expect([first.waiting, first.tickets.length, first.tickets.every(({ kind }: { kind: string }) => kind === 'complaint')]).toEqual([230, 100, true]);
    await write({ kind: 'complaint' });
    const second = await page(first.next);
    const third = await page(second.next);
    expect([second.waiting, second.tickets.length, third.tickets.length, third.next]).toEqual([231, 100, 31, null]);
    const numbers = [first, second, third].flatMap(({ tickets }) => tickets.map(({ number }: { number: string }) => number));
    expect(new Set(numbers).size).toBe(231);
    expect((await writer().get('/base/v1/tickets/desk?after=1_x', bearer)).http).toBe(400);
    await db.deleteFrom('tickets').execute();
  });

  test('a member has three complaints that wait, also when more are written at once; questions, others and visitors are free', async () => {
    const [asha, ravi] = [await member(), await member()];
    const complain = (bearer?: string) => write({ kind: 'complaint' }, bearer);
    const answers = await Promise.all(Array.from({ length: 6 }, () => complain(asha.bearer)));
    const taken = answers.filter(({ http }) => http === 200);
    expect(taken).toHaveLength(3);
    const { body, http } = await complain(asha.bearer);
    expect([http, body.problems]).toEqual([
      400,
      [{ path: 'kind', message: 'Three of your complaints wait for an answer. Write what is new as a question, with the number of the complaint.' }],
    ]);
    expect((await asha.get('/base/v1/tickets')).body.data).toHaveLength(3);
    for (const other of [await write({}, asha.bearer), await complain(ravi.bearer), await complain()]) expect(other.http).toBe(200);
    await writer().post('/base/v1/tickets/answer', { number: taken[0]!.body.data.number, answer: 'We looked into it and put it right.' }, await admin());
    expect((await complain(asha.bearer)).http).toBe(200);
  });

  test('the public table counts no complaint that anybody could have invented, until it is answered', async () => {
    const counts = async () => (await writer().get('/base/v1/complaints')).body.data.months[0];
    const before = await counts();
    const { number } = (await write({ kind: 'complaint' })).body.data;
    expect(await counts()).toEqual(before);
    const bearer = await admin();
    expect((await writer().get('/base/v1/tickets/desk', bearer)).body.data.tickets.map((one: { number: string }) => one.number)).toContain(number);
    const asha = await member();
    await write({ kind: 'complaint' }, asha.bearer);
    expect(await counts()).toMatchObject({ received: before.received + 1, pending: before.pending + 1 });
    const { forgetTickets } = await import('./ticket.store.ts');
    await site.platform.transaction((tx) => forgetTickets(tx, asha.user_id));
    expect(await counts()).toMatchObject({ pending: before.pending + 1 });
    await writer().post('/base/v1/tickets/answer', { number, answer: 'We looked into it and put it right.' }, bearer);
    expect(await counts()).toMatchObject({ received: before.received + 2, resolved: before.resolved + 1, pending: before.pending + 1 });
  });

  test('the table everybody may ask for reads no complaint that counts in none of its months', async () => {
    const { complaintsSince, keepTicket, ticketsOf } = await import('./ticket.store.ts');
    const db = ticketsOf(site.platform.db);
    const old = {
      user_id: '',
      ...{ by_member: true, key: '', confirmed: false, partner_key: '' },
      kind: 'complaint',
      name: '',
      email: '',
      message: '',
      opened_at: new Date('2023-01-02T06:00:00Z'),
    } as const;
    await keepTicket(db, { ...old, number: 'V-OLD00001' });
    await keepTicket(db, { ...old, number: 'V-OLD00002' });
    await db
      .updateTable('tickets')
      .set({ answered_at: new Date('2023-02-02T06:00:00Z') })
      .where('number', '=', 'V-OLD00001')
      .execute();
    const read = await complaintsSince(db, new Date('2025-11-01T00:00:00Z'));
    expect(read.filter(({ opened_at }) => opened_at.getTime() === old.opened_at.getTime())).toEqual([{ opened_at: old.opened_at, answered_at: null }]);
    await db.deleteFrom('tickets').where('number', 'in', ['V-OLD00001', 'V-OLD00002']).execute();
  });

  test('a copy of one’s data has every message with its sender and its answer, and none of others’; the choice of messages stands beside them', async () => {
    const [asha, ravi] = [await member(), await member()];
    await write({}, ravi.bearer);
    const { number } = (await write({ kind: 'complaint', email: 'asha.copy@mail.example.com' }, asha.bearer)).body.data;
    const answer = 'We looked into it and put it right.';
    await writer().post('/base/v1/tickets/answer', { number, answer }, await admin());
    const { ticketsOf } = await import('./ticket.store.ts');
    const db = ticketsOf(site.platform.db);
    const kept = await db.selectFrom('tickets').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
    const older = Array.from({ length: 1000 }, (_, at) => ({
      ...kept,
      number: `V-COPY${String(at).padStart(4, '0')}`,
      opened_at: new Date('2026-01-05T06:00:00Z'),
    }));
    await db.insertInto('tickets').values(older).execute();
    const { data } = (await asha.get('/auth/v1/export')).body;
    expect(data.tickets).toHaveLength(1001);
    expect(data.tickets[0]).toEqual({
      number,
      kind: 'complaint',
      opened_at: kept.opened_at.toISOString(),
      message: 'How do I end my plan, please?',
      answered_at: kept.answered_at!.toISOString(),
      answer,
      name: 'Asha Rao',
      email: 'asha.copy@mail.example.com',
      partner_key: '',
    });
    expect(data.messages.length, 'which messages one wants').toBeGreaterThan(0);
    expect(data.messages[0]).not.toHaveProperty('number');
    await db.deleteFrom('tickets').where('number', 'like', 'V-COPY%').execute();
  });

  test('where confirmations can’t be counted the message is refused as not taken, and nothing of it is kept', async () => {
    const { limits } = site.platform;
    const take = limits.take.bind(limits);
    const away = vi.spyOn(limits, 'take').mockImplementation(async (key, limit) => {
      if (key.startsWith('ticket mail ')) throw new Error('the counts are away');
      return take(key, limit);
    });
    const { http, body } = await write({ email: 'uncounted@mail.example.com' });
    away.mockRestore();
    expect([http, body.status, body.code]).toEqual([500, false, 'INTERNAL']);
    expect(await mails('uncounted@mail.example.com')).toEqual([]);
    const { ticketsOf } = await import('./ticket.store.ts');
    expect(await ticketsOf(site.platform.db).selectFrom('tickets').select('number').where('email', '=', 'uncounted@mail.example.com').execute()).toEqual([]);
  });

  test('an erased account leaves no question, and of a complaint no sender', async () => {
    const asha = await member();
    await write({}, asha.bearer);
    const complaint = (await write({ kind: 'complaint' }, asha.bearer)).body.data.number;
    const { forgetTickets, ticketsOf } = await import('./ticket.store.ts');
    await site.platform.transaction((tx) => forgetTickets(tx, asha.user_id));
    const rows = await ticketsOf(site.platform.db)
      .selectFrom('tickets')
      .select(['number', 'name', 'email', 'user_id'])
      .where('number', '=', complaint)
      .execute();
    expect(rows).toEqual([{ number: complaint, name: '', email: '', user_id: '' }]);
    expect(await ticketsOf(site.platform.db).selectFrom('tickets').select('number').where('user_id', '=', asha.user_id).execute()).toEqual([]);
  });
});
