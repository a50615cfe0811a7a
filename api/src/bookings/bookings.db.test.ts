import type { AccountNotice } from '@vimarsh/shared/contract/notices/types.ts';
import { DEMO_SLOTS } from '@vimarsh/shared/domain/bookings/booking-days.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshMobile, openSite, type Reply, type Site, signInBody, signUp } from '../identity/site.testing.ts';
import { createNotices } from '../notices/index.ts';
import { featureDatabase } from '../platform/testing.ts';
import { demosOf, tidyDemos } from './booking.store.ts';
import { createBookings } from './index.ts';

describe.each(await featureDatabase())('demos on %s', (kind) => {
  let site: Site;
  /** Of the bookings alone: a bearer would not live as long. */
  let now: Date;
  let address = 0;
  const browser = () => site.browser({ ip: `10.30.${(++address >> 8) & 255}.${address & 255}` });
  beforeAll(async () => {
    site = await openSite(kind);
    const { tellPerson } = createNotices(site.platform, { identity: site.identity });
    createBookings(site.platform, { identity: site.identity, tellPerson, clock: () => now });
    await site.platform.start();
  });
  afterAll(() => site.close());
  // Friday, 11:30 IST: the earliest day is Monday the 23rd, the 24th is a holiday.
  beforeEach(async () => {
    now = new Date('2026-11-20T06:00:00Z');
    await demosOf(site.platform.db).deleteFrom('demo_bookings').execute();
  });

  async function member(full_name = 'Asha Rao', own = browser()) {
    const { body } = await signUp(site, own, freshMobile(), full_name);
    const bearer: string = body.data.token;
    const request = (appointment: string, status: 'new' | 'cancel' = 'new', id: string | null = null): Promise<Reply> =>
      own.post('/vimarsh_pro/create-request-demo/', { appointment, status, id }, bearer);
    return {
      bearer,
      user_id: body.user_id as string,
      request,
      demos: async () => (await own.get('/vimarsh_pro/request_demo_detail/', bearer)).body.data,
      slots: (date: string) => own.post('/vimarsh_pro/get_request_demo_slot/', { date }, bearer),
      get: (path: string) => own.get(path, bearer),
    };
  }
  const free = ({ body }: Reply): string[] =>
    body.data.flatMap(({ slot_time, is_available }: { slot_time: string; is_available: boolean }) => (is_available ? [slot_time] : []));
  const giveMail = (user_id: string, email: string) =>
    site.platform.db
      .updateTable('users' as never)
      .set({ email, email_verified: true } as never)
      .where('id' as never, '=', user_id as never)
      .execute();

  test('a free slot is booked, stands in the list and is no longer free (S7-MISC-07, S7-MISC-09, S7-MISC-14, S3-DEMO-01…04, S3-DEMO-07, S3-DEMO-08)', async () => {
    const asha = await member();
    expect((await asha.slots('2026-11-23')).body.data).toEqual(DEMO_SLOTS.map((slot_time) => ({ slot_time, is_available: true })));
    const { body } = await asha.request('2026-11-23 10:30');
    expect(body).toMatchObject({ status: true, data: { id: expect.any(String), by_mail: false } });
    expect(await asha.demos()).toEqual([{ id: body.data.id, date: '2026-11-23', slot: '10:30', status: 'new' }]);
    expect(free(await asha.slots('2026-11-23'))).toEqual(DEMO_SLOTS.filter((slot) => slot !== '10:30'));
    expect(await (await member()).demos(), 'nobody reads another’s').toEqual([]);
  });

  test('the bell tells the booker, and nobody else, what became of a demo', async () => {
    const [asha, ravi] = [await member(), await member('Ravi Nair')];
    const noticesOf = async ({ get }: typeof asha): Promise<AccountNotice[]> => (await get('/base/v1/notices?topic=account')).body.data.notices;
    const { id } = (await asha.request('2026-11-23 10:30')).body.data;
    await asha.request('2026-11-23 11:00', 'new', id);
    await asha.request('2026-11-23 11:00', 'new', id);
    await asha.request('2026-11-23 11:00', 'cancel', id);
    await vi.waitFor(async () => expect(await noticesOf(asha)).toHaveLength(3), { timeout: 20_000, interval: 50 });
    expect((await noticesOf(asha)).map(({ what, demo, document, expert }) => ({ what, demo, document, expert }))).toEqual([
      { what: 'demo_cancelled', demo: { date: '2026-11-23', slot: '11:00' }, document: null, expert: null },
      { what: 'demo_moved', demo: { date: '2026-11-23', slot: '11:00' }, document: null, expert: null },
      { what: 'demo_booked', demo: { date: '2026-11-23', slot: '10:30' }, document: null, expert: null },
    ]);
    expect(await noticesOf(ravi)).toEqual([]);
  });

  test('a taken slot is refused in words, and who asks again for their own has it (S7-MISC-14)', async () => {
    const [asha, ravi] = [await member(), await member('Ravi Nair')];
    const { id } = (await asha.request('2026-11-23 10:30')).body.data;
    expect((await ravi.request('2026-11-23 10:30')).body).toMatchObject({
      status: false,
      code: 'SLOT_TAKEN',
      validation: 'Somebody has just booked this time. Choose one of the others.',
    });
    expect((await asha.request('2026-11-23 10:30')).body.data.id).toBe(id);
    expect(await asha.demos()).toHaveLength(1);
  });

  test('of many who book a slot at once one gets it; so it is when they move to it', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => member()));
    const ids: string[] = [];
    for (const [at, person] of people.entries()) ids.push((await person.request(`2026-11-26 ${DEMO_SLOTS[at]}`)).body.data.id);
    const booked = await Promise.all(people.map(({ request }) => request('2026-11-23 12:00')));
    expect(booked.map(({ body }) => body.code ?? 'booked').toSorted()).toEqual(['SLOT_TAKEN', 'SLOT_TAKEN', 'SLOT_TAKEN', 'SLOT_TAKEN', 'booked']);
    const moved = await Promise.all(people.map(({ request }, at) => request('2026-11-25 12:00', 'new', ids[at])));
    expect(moved.map(({ body }) => body.code ?? 'moved').toSorted()).toEqual(['SLOT_TAKEN', 'SLOT_TAKEN', 'SLOT_TAKEN', 'SLOT_TAKEN', 'moved']);
  });

  test('a moved demo keeps its id, frees its slot and takes the other (S7-MISC-12, S3-DEMO-A02)', async () => {
    const asha = await member();
    const { id } = (await asha.request('2026-11-23 10:30')).body.data;
    expect((await asha.request('2026-11-25 17:30', 'new', id)).body).toMatchObject({ status: true, data: { id } });
    expect(await asha.demos()).toEqual([{ id, date: '2026-11-25', slot: '17:30', status: 'new' }]);
    expect(free(await asha.slots('2026-11-23'))).toContain('10:30');
    expect(free(await asha.slots('2026-11-25'))).not.toContain('17:30');
  });

  test('a cancelled demo frees its slot, stays cancelled, and is neither moved nor another’s to cancel (S7-MISC-13, S3-DEMO-05)', async () => {
    const [asha, ravi] = [await member(), await member()];
    const { id } = (await asha.request('2026-11-23 10:30')).body.data;
    expect((await ravi.request('2026-11-23 10:30', 'cancel', id)).body).toMatchObject({ status: false, code: 'DEMO_GONE' });
    expect((await ravi.request('2026-11-25 10:30', 'new', id)).body).toMatchObject({ status: false, code: 'DEMO_GONE' });
    for (let times = 0; times < 2; times += 1)
      expect((await asha.request('2026-11-23 10:30', 'cancel', id)).body).toMatchObject({ status: true, data: { id } });
    expect(await asha.demos()).toEqual([{ id, date: '2026-11-23', slot: '10:30', status: 'cancel' }]);
    expect((await asha.request('2026-11-25 10:30', 'new', id)).body).toMatchObject({ status: false, code: 'DEMO_GONE' });
    expect((await asha.request('2026-11-23 10:30', 'cancel')).body).toMatchObject({ status: false, code: 'DEMO_GONE' });
    expect((await ravi.request('2026-11-23 10:30')).body.status).toBe(true);
  });

  test.each([
    ['a Sunday', '2026-11-29 10:00'],
    ['a Saturday', '2026-11-28 10:00'],
    ['a holiday', '2026-11-24 10:00'],
    ['tomorrow', '2026-11-21 10:00'],
    ['today', '2026-11-20 17:30'],
    ['a day more than thirty ahead', '2026-12-21 10:00'],
    ['a day there is not', '2026-11-31 10:00'],
    ['a time before the first slot', '2026-11-23 09:30'],
    ['a time after the last', '2026-11-23 18:00'],
    ['a time between two', '2026-11-23 10:15'],
  ])('%s is refused: %s (S5-DEMO-A03)', async (_what, appointment) => {
    const asha = await member();
    expect((await asha.request(appointment)).body).toMatchObject({ status: false, code: 'DEMO_CLOSED' });
    expect(await asha.demos()).toEqual([]);
  });

  test('a day without demos has no slots to read, and what is no date or status is refused by its field', async () => {
    const asha = await member();
    for (const date of ['2026-11-29', '2026-11-21']) expect((await asha.slots(date)).body.code).toBe('DEMO_CLOSED');
    expect((await asha.slots('2026-11-31')).body.code).toBe('BAD_REQUEST');
    const { http, body } = await asha.slots('tomorrow');
    expect([http, body.problems[0].path]).toEqual([400, 'date']);
    expect((await asha.request('2026-11-23T10:30')).body.problems[0].path).toBe('appointment');
    expect((await asha.request('2026-11-23 10:30', 'done' as 'new')).body.problems[0].path).toBe('status');
  });

  test('the earliest day counts from the day in India (S5-DEMO-A02)', async () => {
    const asha = await member();
    now = new Date('2026-11-23T18:29:00Z');
    expect((await asha.slots('2026-11-25')).body.status).toBe(true);
    now = new Date('2026-11-23T18:30:00Z');
    expect((await asha.slots('2026-11-25')).body.code).toBe('DEMO_CLOSED');
  });

  test('three to come for each, also when all are asked for at once; what is over or cancelled does not count', async () => {
    const asha = await member();
    const answers = await Promise.all(['10:00', '11:00', '12:00', '13:00', '14:00'].map((slot) => asha.request(`2026-11-23 ${slot}`)));
    expect(answers.map(({ body }) => body.code ?? 'booked').toSorted()).toEqual(['DEMO_MOST', 'DEMO_MOST', 'booked', 'booked', 'booked']);
    const [one] = await asha.demos();
    await asha.request(`2026-11-23 ${one.slot}`, 'cancel', one.id);
    expect((await asha.request('2026-11-25 10:00')).body.status).toBe(true);
    now = new Date('2026-11-23T12:30:00Z');
    expect((await asha.request('2026-11-26 10:00')).body.status).toBe(true);
  });

  test('twenty new demos an hour come from one address, whoever asks; moving, cancelling and other addresses are as free as before', async () => {
    const office = site.browser({ ip: `10.31.0.${kind.length}` });
    const people = await Promise.all(Array.from({ length: 8 }, () => member('Asha Rao', office)));
    const days = ['2026-11-23', '2026-11-25', '2026-11-26'];
    const asked = people.flatMap((person, at) => days.map((date) => ({ person, appointment: `${date} ${DEMO_SLOTS[at]}` })));
    const answers: Reply[] = [];
    for (const { person, appointment } of asked) answers.push(await person.request(appointment));
    expect(answers.map(({ body }) => body.code ?? 'booked')).toEqual([...Array(20).fill('booked'), ...Array(4).fill('RATE')]);
    expect(answers.at(-1)!.body.retry_after).toBeGreaterThan(0);
    const { id } = answers[0]!.body.data;
    expect((await people[0]!.request('2026-11-27 10:30', 'new', id)).body.status).toBe(true);
    expect((await people[0]!.request('2026-11-27 10:30', 'cancel', id)).body.status).toBe(true);
    expect((await (await member()).request('2026-11-27 10:30')).body.status).toBe(true);
  });

  test('a demo that has begun is neither moved nor cancelled', async () => {
    const asha = await member();
    const { id } = (await asha.request('2026-11-23 10:30')).body.data;
    now = new Date('2026-11-23T05:00:00Z');
    expect((await asha.request('2026-11-23 10:30', 'cancel', id)).body.code).toBe('DEMO_GONE');
    expect((await asha.request('2026-11-25 10:30', 'new', id)).body.code).toBe('DEMO_GONE');
  });

  test('a proven address gets a mail about each change, and the answer says so only then', async () => {
    const asha = await member();
    await giveMail(asha.user_id, `demo-${kind}@mail.example.com`);
    const first = (await asha.request('2026-11-23 10:30')).body.data;
    expect(first.by_mail).toBe(true);
    expect((await asha.request('2026-11-23 10:30')).body.data.by_mail).toBe(false);
    await asha.request('2026-11-25 11:00', 'new', first.id);
    await asha.request('2026-11-25 11:00', 'cancel', first.id);
    const mails = await site.platform.outbox.list(site.platform.db, `demo-${kind}@mail.example.com`);
    expect(mails.map(({ subject }) => subject).toReversed()).toEqual([
      'Your demo is booked: Monday, 23 November 2026, 10:30 IST',
      'Your demo is moved: Wednesday, 25 November 2026, 11:00 IST',
      'Your demo is cancelled: Wednesday, 25 November 2026, 11:00 IST',
    ]);
  });

  test('who can’t be reached is told what is missing, and may still cancel', async () => {
    const asha = await member();
    const { id } = (await asha.request('2026-11-23 10:30')).body.data;
    await site.platform.db
      .updateTable('users' as never)
      .set({ email: '', mobile: '' } as never)
      .where('id' as never, '=', asha.user_id as never)
      .execute();
    expect((await asha.request('2026-11-25 10:30')).body).toMatchObject({ status: false, code: 'DEMO_CONTACT' });
    expect((await asha.request('2026-11-23 10:30', 'cancel', id)).body.status).toBe(true);
  });

  test('admins read who comes and how to reach them, from today on; nobody else does', async () => {
    const asha = await member('Asha Menon');
    await giveMail(asha.user_id, `menon-${kind}@mail.example.com`);
    await asha.request('2026-11-25 10:30');
    await (await member('Ravi Nair')).request('2026-11-23 11:00');
    const { id } = (await asha.request('2026-11-26 10:00')).body.data;
    await asha.request('2026-11-26 10:00', 'cancel', id);
    expect((await asha.get('/admin/v1/demo_bookings')).http).toBe(403);
    const admin = (await browser().post('/auth/v1/sign_in', signInBody('admin@vimarsh.example.com'))).body.token_data.access_token;
    const desk = async () => (await browser().get('/admin/v1/demo_bookings', admin)).body.data;
    expect(await desk()).toMatchObject([
      { date: '2026-11-23', slot: '11:00', name: 'Ravi Nair', email: '', mobile: expect.stringMatching(/^\+917\d{9}$/), profession: 'Retail Investor' },
      { date: '2026-11-25', slot: '10:30', name: 'Asha Menon', email: `menon-${kind}@mail.example.com`, partner_key: '' },
    ]);
    now = new Date('2026-11-24T06:00:00Z');
    expect(await desk()).toHaveLength(1);
  });

  test('a copy of one’s data has the demos, an erased account leaves none and frees its slots; old ones go after a year', async () => {
    const asha = await member();
    await asha.request('2026-11-23 10:30');
    const { body } = await asha.get('/auth/v1/export');
    const at = expect.stringMatching(/^2026-11-\d\dT/);
    expect(body.data.demo_bookings).toEqual([{ id: expect.any(String), date: '2026-11-23', slot: '10:30', status: 'new', created_at: at, updated_at: at }]);
    const { forgetDemos } = await import('./booking.store.ts');
    await site.platform.transaction((tx) => forgetDemos(tx, asha.user_id));
    expect(await asha.demos()).toEqual([]);
    const ravi = await member();
    expect((await ravi.request('2026-11-23 10:30')).body.status).toBe(true);
    await tidyDemos(site.platform.db, '2026-11-24');
    expect(await ravi.demos()).toEqual([]);
  });

  test('every change stands in the audit log under its own name', async () => {
    const asha = await member();
    const { id } = (await asha.request('2026-11-23 10:30')).body.data;
    await asha.request('2026-11-25 10:30', 'new', id);
    await asha.request('2026-11-25 10:30', 'cancel', id);
    const { sql } = await import('kysely');
    const { rows } = await sql<{ action: string }>`select action from audit_log where object = ${id} order by action`.execute(site.platform.db);
    expect(rows.map(({ action }) => action)).toEqual(['demo.book', 'demo.cancel', 'demo.move']);
  });
});
