import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshMobile, openSite, type Site, signInBody, signUp } from '../identity/site.testing.ts';
import { databases } from '../platform/testing.ts';
import { createSupport } from './index.ts';

describe.each(await databases())('messages to us on %s', (kind) => {
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
    expect(body.data).toEqual({ number: expect.stringMatching(/^V-[0-9A-HJKMNP-TV-Z]{8}$/), by_mail: true });
    const [mail] = await mails('visitor@mail.example.com');
    expect(mail).toContain(body.data.number);
    expect(mail).not.toContain('secret');
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

  test('a stranger’s address is not filled with our mails, and one visitor writes ten an hour', async () => {
    const codes: unknown[] = [];
    for (let times = 0; times < 6; times += 1) codes.push((await write({ email: 'Victim@mail.example.com' })).http);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await mails('Victim@mail.example.com')).toHaveLength(5);
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

  test('an erased account leaves no question, and of a complaint no sender', async () => {
    const asha = await member();
    await write({}, asha.bearer);
    const complaint = (await write({ kind: 'complaint' }, asha.bearer)).body.data.number;
    const { ticketsOf, forgetTickets } = await import('./ticket.store.ts');
    await site.platform.transaction((tx) => forgetTickets(ticketsOf(tx), asha.user_id));
    const rows = await ticketsOf(site.platform.db)
      .selectFrom('tickets')
      .select(['number', 'name', 'email', 'user_id'])
      .where('number', '=', complaint)
      .execute();
    expect(rows).toEqual([{ number: complaint, name: '', email: '', user_id: '' }]);
    expect(await ticketsOf(site.platform.db).selectFrom('tickets').select('number').where('user_id', '=', asha.user_id).execute()).toEqual([]);
  });
});
