import type { OwnReferrals } from '@vimarsh/shared/contract/referrals/types.ts';
import { MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoSignIns } from '../identity/demo/index.ts';
import type { PersonalData } from '../identity/index.ts';
import { type Browser, freshMobile, freshPan, givePan, openSite, otpBody, type Reply, type Site, signInBody } from '../identity/site.testing.ts';
import { boughtBy, createMoney, worthOf } from '../money/index.ts';
import { createNotices } from '../notices/index.ts';
import type { Platform } from '../platform/platform.ts';
import { featureDatabase } from '../platform/testing.ts';
import { createReferrals, type Referrals } from './create-referrals.ts';
import { referralsOf, rewardsOf } from './referral.store.ts';

const DAY = 86_400_000;
const RULE = { days: 7, most_a_year: 5 };

describe.each(await featureDatabase())('referrals on %s', (database) => {
  let site: Site;
  let referrals: Referrals;
  let kept: PersonalData;
  /** Of money and referrals alone: a bearer would not live as long. */
  let now = new Date('2026-11-20T06:00:00Z');
  let told: string[] = [];
  /** Ends the process in the middle of a night: what was to be told next is not. */
  let endsNext = false;
  let address = 0;
  const browser = (host = 'localhost') => site.browser({ host, ip: `10.${50 + (++address >> 16)}.${(address >> 8) & 255}.${address & 255}` });
  beforeAll(async () => {
    site = await openSite(database);
    const { platform, partners } = site;
    await createMoney(platform, { partners, identity: site.identity, clock: () => now });
    const notices = createNotices(platform, { identity: site.identity, clock: () => now });
    const keeps = (data: PersonalData) => {
      kept = data;
    };
    referrals = createReferrals(platform, {
      identity: { ...site.identity, keeps },
      partners,
      money: { boughtBy, worthOf },
      async tellPerson(tx, user_id, news) {
        if (endsNext) {
          endsNext = false;
          throw new Error('the process ended here');
        }
        await notices.tellPerson(tx, user_id, news);
        told.push(`${user_id} ${news.what}`);
      },
      clock: () => now,
    });
    await platform.start();
  });
  afterAll(() => site.close());
  const night = async (days = 0): Promise<void> => {
    now = new Date(now.getTime() + days * DAY);
    await referrals.settle();
  };
  const stateOf = async (user_id: string) => {
    const row = await referralsOf(site.platform.db).selectFrom('referrals').selectAll().where('referee', '=', user_id).executeTakeFirst();
    return row ? `${row.state} ${row.reason}`.trim() : 'none';
  };
  const plansOf = async (user_id: string): Promise<string[]> =>
    (
      (await site.platform.db
        .selectFrom('subscriptions' as never)
        .selectAll()
        .where('user_id' as never, '=', user_id as never)
        .orderBy('starts_at' as never)
        .orderBy('ends_at' as never)
        .execute()) as { plan_name: string; source: string; promotional: boolean; kyc_gate: boolean; ends_at: Date }[]
    ).map((plan) => `${plan.plan_name} ${plan.source} ${plan.promotional ? 'promotional ' : ''}until ${plan.ends_at.toISOString()}`);
  const inDays = (days: number): string => new Date(now.getTime() + days * DAY).toISOString();

  function person(own: Browser, user_id: string, bearer: string) {
    return {
      ...{ own, user_id, bearer },
      referrals: async (): Promise<OwnReferrals | null> => (await own.get('/base/v1/referrals', bearer)).body.data.own,
      makeCode: (): Promise<Reply> => own.post('/base/v1/referral_code', {}, bearer),
      async code(): Promise<string> {
        return (await own.post('/base/v1/referral_code', {}, bearer)).body.data.code;
      },
      givePan: async (pan = freshPan()) => expect((await givePan(own, bearer, pan)).body.status).toBe(true),
      async buy(plan: string, days = 30): Promise<string> {
        const { quotes } = (await own.get('/plans/v1/quotes', bearer)).body.data;
        const { pay_paise } = quotes.find((each: { plan: string; days: number }) => each.plan === plan && each.days === days);
        const asked = { plan, days, pay_paise, method: 'upi', mitc_version: MITC_VERSION, place: '27', key: `k${Math.random().toString(36).slice(2)}` };
        const { id, payable } = (await own.post('/plans/v1/orders', asked, bearer)).body.data;
        const headers = { host: 'localhost:4000', 'content-type': 'application/x-www-form-urlencoded' };
        await site.platform.app.inject({ method: 'POST', url: payable.page, headers, remoteAddress: `10.60.0.${++address & 255}`, payload: 'answer=pay' });
        return id;
      },
      async cancel(order_id: string): Promise<void> {
        const { plans } = (await own.get('/plans/v1/account', bearer)).body.data;
        const { refund_paise } = plans.find((plan: { order_id: string }) => plan.order_id === order_id);
        expect((await own.post('/plans/v1/cancel', { order_id, refund_paise }, bearer)).body.status).toBe(true);
      },
    };
  }
  /** Somebody new, each a second after the one before, in a browser of their own unless one is given. */
  async function newcomer(referral_code = '', { own = browser(), mobile = freshMobile(), profession = 'RETAIL_INVESTOR' } = {}) {
    site.clock.forward(1000);
    await own.post('/auth/v1/generate_mobile_otp', otpBody(mobile, 'SIGN_UP'));
    const more = { mobile_otp: await site.otp(`+91${mobile}`), full_name: 'Asha Rao', profession, referral_code };
    const { body } = await own.post('/auth/v1/validate_otp_and_perform_signin_signup', { ...otpBody(mobile, 'SIGN_UP'), ...more });
    expect(body).toMatchObject({ status: true });
    return person(own, body.user_id, body.data.token);
  }
  async function demoPerson(shown: string, host = 'localhost') {
    const own = browser(host);
    const { email } = demoSignIns.find(({ shows }) => shows === shown)!;
    const { body } = await own.post('/auth/v1/sign_in', signInBody(email));
    return person(own, body.user_id, body.token_data.access_token);
  }
  type Person = Awaited<ReturnType<typeof newcomer>>;
  /** Somebody who signed up with the other’s code, paid for Pro and gave a PAN: eight days of it are worth what both are given. */
  async function broughtBy(referrer: Person): Promise<Person & { order: string }> {
    const brought = await newcomer(await referrer.code());
    await brought.givePan();
    return { ...brought, order: await brought.buy('Pro') };
  }
  const counts = async (code: string, host = 'localhost') =>
    (await browser(host).get(`/auth/v1/referral_code?code=${encodeURIComponent(code)}`)).body.data.gives;

  test('a code is made once, when it is asked for; how it is typed does not matter, and of wrong ones nothing is said but that', async () => {
    const me = await newcomer();
    expect(await me.referrals()).toEqual({ ...RULE, code: '', credited_in_year: 0, joined_by_code: null, people: [], given: [] });
    const code = await me.code();
    expect(code).toMatch(/^[CDFGHJKMNPQRTVWXY34679]{8}$/);
    expect(await Promise.all([me.code(), me.code()])).toEqual([code, code]);
    expect((await me.referrals())!.code).toBe(code);
    expect(await counts(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)).toEqual({ ...RULE, counts: true });
    for (const wrong of ['', 'FRIEND7', 'CDFGHJKM']) expect(await counts(wrong)).toEqual({ ...RULE, counts: false });
    expect((await browser().get('/base/v1/referrals')).http).toBe(401);
  });

  test('two who ask for their first code at once have one each, and the same', async () => {
    const me = await newcomer();
    const [one, other] = await Promise.all([me.code(), me.code()]);
    expect(one).toBe(other);
  });

  test.each([
    ['admin', 'localhost'],
    ['verified expert', 'localhost'],
    ['partner customer, broker without plans', 'neem.localhost'],
  ])('%s has no part in it', async (shown, host) => {
    const one = await demoPerson(shown, host);
    expect(await one.referrals()).toBeNull();
    expect((await one.makeCode()).http).toBe(403);
    expect(await counts('CDFGHJKM', 'neem.localhost')).toBeNull();
  });

  test('a code works on the site it was made on, and there alone', async () => {
    const code = await (await demoPerson('partner customer, broker with plans', 'garnet.localhost')).code();
    expect((await counts(code, 'garnet.localhost')).counts).toBe(true);
    expect((await counts(code)).counts).toBe(false);
    expect(await stateOf((await newcomer(code)).user_id)).toBe('none');
  });

  test('joined, qualified by a paid plan and a PAN, credited seven days later: both get days behind what they have, once', async () => {
    const referrer = await newcomer();
    const brought = await newcomer(await referrer.code());
    expect(await stateOf(brought.user_id)).toBe('joined');
    await night();
    await brought.buy('Pro');
    await night();
    expect(await stateOf(brought.user_id)).toBe('joined');
    await brought.givePan();
    const before = (await brought.own.get('/plans/v1/account', brought.bearer)).body.data.plans;
    await night();
    expect(await stateOf(brought.user_id)).toBe('qualified');
    await night(6.9);
    expect(await stateOf(brought.user_id)).toBe('qualified');
    told = [];
    await night(0.1);
    expect(await stateOf(brought.user_id)).toBe('credited');
    // Bought 7 days ago for 30.
    expect(await plansOf(brought.user_id)).toEqual([`Pro direct until ${inDays(23)}`, `Premium referral promotional until ${inDays(30)}`]);
    expect(await plansOf(referrer.user_id)).toEqual([`Lite referral promotional until ${inDays(7)}`]);
    expect(told).toEqual([`${brought.user_id} referral_credited`, `${referrer.user_id} referral_credited`]);
    // What is given is worth nothing when the plan is cancelled, and takes nothing off a price.
    const after = (await brought.own.get('/plans/v1/account', brought.bearer)).body.data.plans;
    expect(after.map(({ order_id, ends_at }: { order_id: string; ends_at: string }) => [order_id, ends_at])).toEqual([[before[0].order_id, before[0].ends_at]]);

    await night();
    await Promise.all([night(), night()]);
    expect(await plansOf(referrer.user_id)).toHaveLength(1);
    expect(told).toHaveLength(2);

    const shown = (await referrer.referrals())!;
    expect(shown).toMatchObject({ credited_in_year: 1, people: [{ state: 'credited', joined_on: '2026-11-20' }] });
    expect(Object.keys(shown.people[0]!).toSorted()).toEqual(['joined_on', 'state']);
    expect(JSON.stringify(shown)).not.toMatch(/Premium|Asha|499/);
    expect(await brought.referrals()).toMatchObject({ joined_by_code: 'credited', people: [], given: [{ side: 'referee', plan: 'Premium', days: 7 }] });
    const audited = await site.platform.db
      .selectFrom('audit_log')
      .select(['action'])
      .where('action', 'like', 'referral.%')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    expect(audited.map(({ action }) => action)).toEqual(['referral.credited', 'referral.qualified', 'referral.joined']);
  });

  test('nothing can be gained by cancelling afterwards: days are given once the used ones, which never come back, are worth as much', async () => {
    const referrer = await newcomer();
    await referrer.givePan();
    await referrer.buy('Pro', 90);
    const brought = await newcomer(await referrer.code());
    await brought.givePan();
    const order = await brought.buy('Lite');
    await night();
    // Eight of thirty days of Lite are ₹53; seven of Lite and seven of Premium would be ₹163.
    await night(8);
    expect(await stateOf(brought.user_id)).toBe('qualified');
    await brought.cancel(order);
    await night();
    expect(await stateOf(brought.user_id)).toBe('void cancelled');
    expect([...(await plansOf(referrer.user_id)), ...(await plansOf(brought.user_id))].join()).not.toContain('referral');

    const other = await newcomer(await referrer.code());
    await other.givePan();
    const kept_order = await other.buy('Lite');
    await night();
    await night(23);
    expect(await stateOf(other.user_id)).toBe('qualified');
    await night(1);
    expect(await stateOf(other.user_id)).toBe('credited');
    const { plans } = (await other.own.get('/plans/v1/account', other.bearer)).body.data;
    // What comes back now is less than what was paid by more than the days are worth.
    expect(199_00 - plans[0].refund_paise).toBeGreaterThanOrEqual(Math.ceil((199_00 * 7) / 30) + Math.ceil((499_00 * 7) / 30));
    await other.cancel(kept_order);
  });

  test('days stay behind a plan that is bought later, and come forward where it is cancelled', async () => {
    const referrer = await newcomer();
    await broughtBy(referrer);
    await night();
    await night(7);
    expect(await plansOf(referrer.user_id)).toEqual([`Lite referral promotional until ${inDays(7)}`]);
    now = new Date(now.getTime() + 3 * DAY);
    await referrer.givePan();
    const order = await referrer.buy('Premium');
    await night(1);
    expect((await plansOf(referrer.user_id)).toSorted()).toEqual([`Lite referral promotional until ${inDays(33)}`, `Premium direct until ${inDays(29)}`]);
    await referrer.cancel(order);
    await night(1);
    expect((await referrer.referrals())!.given).toMatchObject([{ side: 'referrer', plan: 'Lite', ends_at: inDays(3) }]);
  });

  test.each<[string, (referrer: Person) => Promise<Person>, string]>([
    [
      'money was asked back within seven days',
      async (referrer) => {
        const brought = await broughtBy(referrer);
        await night();
        await brought.cancel(brought.order);
        return brought;
      },
      'void cancelled',
    ],
    [
      'money was asked back by way of a greater plan',
      async (referrer) => {
        const brought = await newcomer(await referrer.code());
        await brought.givePan();
        await brought.buy('Premium');
        await night();
        await brought.cancel(await brought.buy('Pro'));
        return brought;
      },
      'void cancelled',
    ],
    [
      'the PAN is that of who brought them',
      async (referrer) => {
        const [brought, pan] = [await newcomer(await referrer.code()), freshPan()];
        await referrer.givePan(pan);
        await brought.givePan(pan);
        await brought.buy('Premium');
        return brought;
      },
      'void same person',
    ],
    [
      'the PAN is that of an older account',
      async (referrer) => {
        const [older, brought, pan] = [await newcomer(), await newcomer(await referrer.code()), freshPan()];
        await older.givePan(pan);
        await brought.givePan(pan);
        await brought.buy('Premium');
        return brought;
      },
      'void same person',
    ],
    [
      'it is the same browser',
      async (referrer) => {
        const brought = await newcomer(await referrer.code(), { own: referrer.own });
        await brought.givePan();
        await brought.buy('Premium');
        return brought;
      },
      'void same person',
    ],
    [
      'the number was here before, on another site',
      async (referrer) => {
        const mobile = freshMobile();
        await site.platform.db
          .insertInto('users' as never)
          .values({
            ...{ id: `usr_${mobile}`, partner_key: 'garnet', username: mobile, country_code: '+91', mobile, mobile_verified: true },
            ...{ profession: 'Retail Investor', roles: '[]', created_at: new Date('2026-01-01T00:00:00Z') },
          } as never)
          .execute();
        const brought = await newcomer(await referrer.code(), { mobile });
        await brought.givePan();
        await brought.buy('Premium');
        return brought;
      },
      'void same person',
    ],
    [
      'who brought them became an expert',
      async (referrer) => {
        const brought = await broughtBy(referrer);
        await night();
        const { body } = await referrer.own.post('/auth/v1/profile_update', { profession: 'Market Expert' }, referrer.bearer);
        expect(body.status).toBe(true);
        return brought;
      },
      'void not investors',
    ],
  ])('nobody gets anything where %s', async (_why, bring, state) => {
    const referrer = await newcomer();
    const brought = await bring(referrer);
    await night();
    await night(7);
    await night(7);
    expect(await stateOf(brought.user_id)).toBe(state);
    expect([await plansOf(brought.user_id), await plansOf(referrer.user_id)].flat().filter((plan) => plan.includes('referral'))).toEqual([]);
  });

  test('a newcomer who says that they are an expert joins nobody; neither does who is here already', async () => {
    const referrer = await newcomer();
    expect(await stateOf((await newcomer(await referrer.code(), { profession: 'MARKET_EXPERT' })).user_id)).toBe('none');
    const mobile = freshMobile();
    const known = await newcomer('', { mobile });
    const again = browser();
    await again.post('/auth/v1/generate_mobile_otp', otpBody(mobile, 'SIGN_IN'));
    const more = { mobile_otp: await site.otp(`+91${mobile}`), referral_code: await referrer.code() };
    expect((await again.post('/auth/v1/validate_otp_and_perform_signin_signup', { ...otpBody(mobile, 'SIGN_IN'), ...more })).body.status).toBe(true);
    expect(await stateOf(known.user_id)).toBe('none');
  });

  test('a plan that was given is no purchase', async () => {
    const referrer = await newcomer();
    const brought = await newcomer(await referrer.code());
    await brought.givePan();
    const [starts_at, ends_at] = [now, new Date(now.getTime() + 30 * DAY)];
    const gift = { id: `gift_${brought.user_id}`, user_id: brought.user_id, plan_name: 'Premium', starts_at, ends_at, kyc_gate: false } as const;
    await site.platform.transaction((tx) => site.identity.plans.give(tx, gift));
    await night();
    expect(await stateOf(brought.user_id)).toBe('joined');
  });

  test('five a year count for who brings people; those they bring get theirs all the same', async () => {
    const referrer = await newcomer();
    const brought: Person[] = [];
    for (let n = 0; n < 6; n += 1) brought.push(await broughtBy(referrer));
    await night();
    // Two nodes at once, on the night on which all are due.
    now = new Date(now.getTime() + 7 * DAY);
    await Promise.all([referrals.settle(), referrals.settle()]);
    for (const { user_id } of brought) expect(await stateOf(user_id)).toBe('credited');
    for (const { user_id } of brought) expect((await plansOf(user_id)).filter((plan) => plan.includes('referral'))).toHaveLength(1);
    expect(await rewardsOf(site.platform.db, referrer.user_id)).toHaveLength(5);
    expect((await referrer.referrals())!.credited_in_year).toBe(5);
    // One behind another: 35 days.
    expect((await plansOf(referrer.user_id)).at(-1)).toBe(`Lite referral promotional until ${inDays(35)}`);
    await night(365);
    expect((await referrer.referrals())!.credited_in_year).toBe(0);
    await broughtBy(referrer);
    await night();
    await night(7);
    expect((await referrer.referrals())!.credited_in_year).toBe(1);
  });

  test('a night that ends in the middle leaves a referral as it was, and the next one goes on', async () => {
    const referrer = await newcomer();
    const brought = await broughtBy(referrer);
    await night();
    endsNext = true;
    await night(7);
    expect(await stateOf(brought.user_id)).toBe('qualified');
    expect((await plansOf(brought.user_id)).filter((plan) => plan.includes('referral'))).toEqual([]);
    await night(1);
    expect(await stateOf(brought.user_id)).toBe('credited');
    expect((await plansOf(referrer.user_id)).filter((plan) => plan.includes('referral'))).toHaveLength(1);
  });

  test('the copy holds one’s own part; with an account it goes, and the other keeps theirs', async () => {
    const referrer = await newcomer();
    const [done, waiting] = [await broughtBy(referrer), await broughtBy(referrer)];
    const code = await referrer.code();
    await night();
    const erase = (user_id: string) => site.platform.transaction((tx) => kept.erase(tx, user_id));
    await erase(waiting.user_id);
    await night(7);
    expect(await kept.of(referrer.user_id)).toMatchObject({
      code,
      joined_by_code: null,
      people: [{ state: 'void' }, { state: 'credited' }],
      given: [{ side: 'referrer', plan: 'Lite' }],
    });
    await erase(referrer.user_id);
    expect((await counts(code)).counts).toBe(false);
    expect(await kept.of(referrer.user_id)).toEqual({ code: '', joined_by_code: null, people: [], given: [] });
    expect(await kept.of(done.user_id)).toMatchObject({ joined_by_code: 'credited', given: [{ side: 'referee' }] });
    await erase(done.user_id);
    const left = await referralsOf(site.platform.db).selectFrom('referrals').selectAll().where('site', '=', '').execute();
    expect(left.filter((row) => [row.referrer, row.referee].some((id) => id === referrer.user_id || id === done.user_id))).toEqual([]);
  });

  test('the newcomer gets their days though who brought them is gone', async () => {
    const referrer = await newcomer();
    const brought = await broughtBy(referrer);
    await night();
    await site.platform.transaction((tx) => kept.erase(tx, referrer.user_id));
    await night(7);
    expect(await stateOf(brought.user_id)).toBe('credited');
    expect(await plansOf(referrer.user_id)).toEqual([]);
  });

  test('where it is off nothing is answered, kept or done', async () => {
    type On = Platform['on'];
    const handlers = new Map<string, Parameters<On>[1]>();
    const refuse = (): never => {
      throw new Error('it is off');
    };
    const off = {
      ...site.platform,
      config: { ...site.platform.config, referrals: false },
      on: ((route, handler) => void handlers.set(route.path, handler as never)) as On,
      jobs: { ...site.platform.jobs, schedule: refuse },
    };
    const identity = { ...site.identity, keeps: () => {}, on: refuse };
    createReferrals(off, { identity, partners: site.partners, money: { boughtBy, worthOf }, tellPerson: async () => {} });
    const me = await newcomer();
    const caller = (await site.identity.asker(me.user_id))!;
    const ctx = { ...caller, ip: '10.0.0.1' } as unknown as Parameters<Parameters<On>[1]>[1];
    const answer = (path: string) => handlers.get(path)!({ query: { code: 'CDFGHJKM' }, body: {} } as never, ctx);
    expect(await answer('/auth/v1/referral_code')).toEqual({ gives: null });
    expect(await answer('/base/v1/referrals')).toEqual({ own: null });
    await expect(answer('/base/v1/referral_code')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
