import type { CampaignDraft, KeptCampaign } from '@vimarsh/shared/contract/campaign/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoSignIns } from '../identity/demo/index.ts';
import type { PersonalData } from '../identity/index.ts';
import { freshMobile, openSite, type Site, signInBody, signUp } from '../identity/site.testing.ts';
import { advertisedBy, createMoney } from '../money/index.ts';
import { featureDatabase } from '../platform/testing.ts';
import { archiveFrom } from './archive.ts';
import { campaignsOf } from './campaign.store.ts';
import { createCampaigns } from './index.ts';

const START = new Date('2026-11-20T06:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(await featureDatabase())('campaigns on %s', (database) => {
  let site: Site;
  /** Of campaigns and money alone: a bearer would not live as long. */
  let now = START;
  let author: string;
  let approver: string;
  const kept: PersonalData[] = [];
  beforeAll(async () => {
    site = await openSite(database);
    const shop = await createMoney(site.platform, { partners: site.partners, identity: { ...site.identity, keeps: () => {} }, clock: () => now });
    createCampaigns(site.platform, {
      identity: { keeps: (data) => void kept.push(data) },
      partners: site.partners,
      money: advertisedBy(shop),
      clock: () => now,
    });
    await site.platform.start();
    author = await signIn('admin@vimarsh.example.com');
    approver = await signIn('operations@vimarsh.example.com');
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    now = START;
    await stopAll();
  });

  const signIn = async (email: string, host = 'localhost'): Promise<string> =>
    (await site.browser({ host }).post('/auth/v1/sign_in', signInBody(email))).body.token_data.access_token;
  const emailOf = (shown: string): string => demoSignIns.find(({ shows }) => shows === shown)!.email;
  const post = (path: string, body: object, bearer = author) => site.browser().post(path, body, bearer);
  const archive = async (): Promise<KeptCampaign[]> => (await site.browser().get('/admin/v1/campaigns', author)).body.data;
  async function stopAll(): Promise<void> {
    for (const { id, withdrawn_at } of await archive()) if (!withdrawn_at) await post('/admin/v1/campaigns/withdraw', { id });
  }

  const after = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  const words = (more: Partial<CampaignDraft['campaign_data']> = {}): CampaignDraft['campaign_data'] => ({
    title: 'Thirty days of Premium',
    body: 'Read every live call for thirty days. It ends by itself.',
    facts: ['30 days', '₹499 with GST'],
    ends_at: after(5 * DAY),
    action: { label: 'See the plans', path: '/pricing' },
    ...more,
  });
  const draftOf = (more: Partial<CampaignDraft> = {}): CampaignDraft => ({
    ...{ site: '', audience: 'members', starts_at: now.toISOString(), coupon: '', campaign_data: words() },
    ...more,
  });
  const draft = (more: Partial<CampaignDraft> = {}, bearer = author) => post('/admin/v1/campaigns', draftOf(more), bearer);
  const approve = (drafted: { id: string; hash: string }, bearer = approver, approval = 'AD/2026/17') =>
    post('/admin/v1/campaigns/approve', { ...drafted, approval }, bearer);
  /** Drafted by one and approved by the other. */
  async function run(more: Partial<CampaignDraft> = {}): Promise<string> {
    const { body } = await draft(more);
    expect(body).toMatchObject({ status: true });
    expect((await approve(body.data)).body).toMatchObject({ status: true });
    return body.data.id;
  }

  function person(user_id: string, bearer: string, host = 'localhost') {
    const browser = site.browser({ host });
    const shown = async () => (await browser.get('/base/v1/campaign', bearer)).body;
    const seen = (id: string) => browser.post('/base/v1/campaign/seen', { id }, bearer);
    return {
      ...{ user_id, bearer, browser, shown, seen },
      title: async (): Promise<string | undefined> => (await shown()).data[0]?.campaign_data.title,
      first: async (id: string): Promise<boolean> => (await seen(id)).body.data.first,
    };
  }
  async function member() {
    const { body } = await signUp(site, site.browser(), freshMobile());
    return person(body.user_id, body.data.token);
  }
  const customer = async (partner: string) => {
    const host = `${partner}.localhost`;
    return person('', await signIn(demoSignIns.find(({ partner_key }) => partner_key === partner)!.email, host), host);
  };

  test('nothing runs: status and an empty list; what runs is data[0] with campaign_data (S7-MISC-04)', async () => {
    const me = await member();
    expect(await me.shown()).toMatchObject({ status: true, data: [] });
    const id = await run();
    expect(await me.shown()).toMatchObject({ status: true, data: [{ id, campaign_data: words() }] });
    expect((await site.browser().get('/base/v1/campaign')).http).toBe(401);
  });

  test('a draft is shown to nobody until another admin has approved it; never its author, and never what they did not look at', async () => {
    const me = await member();
    const { data } = (await draft()).body;
    expect((await me.shown()).data).toEqual([]);
    expect((await approve(data, author)).http).toBe(403);
    const other = (await draft({ campaign_data: words({ title: 'Thirty days of Pro' }) })).body.data;
    expect((await approve({ id: data.id, hash: other.hash })).body.problems[0].path).toBe('hash');
    expect((await approve(data, approver, ' ')).body.problems[0].path).toBe('approval');
    expect((await me.shown()).data).toEqual([]);
    expect((await approve(data)).body.status).toBe(true);
    expect((await me.shown()).data).toHaveLength(1);
    expect((await approve(data)).http).toBe(400);
    expect((await approve({ ...data, id: 'unknown' })).http).toBe(404);
  });

  test('two approvals and a withdrawal at once: one approval counts, and what was withdrawn is not shown', async () => {
    const me = await member();
    const { data } = (await draft()).body;
    const answers = await Promise.all([approve(data), approve(data), post('/admin/v1/campaigns/withdraw', { id: data.id })]);
    expect(answers.slice(0, 2).filter(({ http }) => http === 200).length).toBeLessThanOrEqual(1);
    expect(answers[2].http).toBe(200);
    expect((await me.shown()).data).toEqual([]);
  });

  test.each(['author', 'approver'])('the %s withdraws it at once', async (who) => {
    const me = await member();
    const id = await run();
    const { title } = words();
    expect(await me.title()).toBe(title);
    expect((await post('/admin/v1/campaigns/withdraw', { id }, who === 'author' ? author : approver)).http).toBe(200);
    expect(await me.title()).toBeUndefined();
    // A tab that was answered before opens nothing any more.
    expect(await me.first(id)).toBe(false);
    expect((await post('/admin/v1/campaigns/withdraw', { id })).http).toBe(404);
  });

  test('what was changed in the database is not what was approved, and is not shown', async () => {
    const me = await member();
    const id = await run();
    const db = campaignsOf(site.platform.db);
    await expect(db.updateTable('campaigns').set({ audience: 'pro' }).where('id', '=', id).execute()).rejects.toThrow('kept as it was');
    await expect(db.updateTable('campaigns').set({ approved_by: 'usr_x' }).where('id', '=', id).execute()).rejects.toThrow('kept as it was');
    await expect(db.deleteFrom('campaigns').where('id', '=', id).execute()).rejects.toThrow('never deleted');
    expect(await me.title()).toBeDefined();
    await site.platform.transaction(async (tx) => {
      await sql`alter table campaigns disable trigger campaigns_kept`.execute(tx);
      await sql`update campaigns set campaign_data = campaign_data || '{"title":"Another"}' where id = ${id}`.execute(tx);
      await sql`alter table campaigns enable trigger campaigns_kept`.execute(tx);
    });
    expect(await me.title()).toBeUndefined();
  });

  test('each is shown once to each person, and one a day of India’s calendar, that which ends first before the others', async () => {
    const [me, other] = [await member(), await member()];
    const late = await run({ campaign_data: words({ title: 'Late', ends_at: after(6 * DAY) }) });
    const soon = await run({ campaign_data: words({ title: 'Soon', ends_at: after(3 * DAY) }) });
    const later = await run({ campaign_data: words({ title: 'Later', ends_at: after(6 * DAY) }) });
    expect(await me.title()).toBe('Soon');
    expect([await me.first(soon), await me.first(soon), await me.first(late)]).toEqual([true, false, false]);
    expect([await me.title(), await other.title()]).toEqual([undefined, 'Soon']);
    // 20 November ends in India at 18:30 UTC.
    now = new Date('2026-11-20T18:29:59Z');
    expect(await me.title()).toBeUndefined();
    now = new Date('2026-11-20T18:30:00Z');
    expect(await me.title()).toBe('Late');
    expect(await me.first(late)).toBe(true);
    now = new Date('2026-11-21T18:30:00Z');
    expect(await me.title()).toBe('Later');
    expect((await me.seen('unknown')).body).toMatchObject({ status: true, data: {} });
    expect(await me.first(later)).toBe(true);
    now = new Date('2026-11-22T18:30:00Z');
    expect(await me.title()).toBeUndefined();
  });

  test('of many tabs that open different campaigns at once one does', async () => {
    const me = await member();
    const ids = [await run(), await run({ audience: 'investors' }), await run({ audience: 'free' })];
    const firsts = await Promise.all([...ids, ...ids].map((id) => me.first(id)));
    expect(firsts.filter(Boolean)).toHaveLength(1);
  });

  test('it runs on its site, from its start to its end', async () => {
    const me = await member();
    await run({ site: 'garnet' });
    expect(await me.title()).toBeUndefined();
    expect(await (await customer('garnet')).title()).toBe('Thirty days of Premium');
    const id = await run({ starts_at: after(HOUR), campaign_data: words({ ends_at: after(2 * HOUR) }) });
    const at = async (ms: number) => {
      now = new Date(START.getTime() + ms);
      return me.title();
    };
    expect([await at(HOUR - 1), await at(HOUR), await at(2 * HOUR - 1), await at(2 * HOUR)]).toEqual([
      undefined,
      'Thirty days of Premium',
      'Thirty days of Premium',
      undefined,
    ]);
    expect(await me.first(id)).toBe(false);
    // Nor is one of another site noted here.
    const there = await run({ site: 'garnet' });
    expect(await me.first(there)).toBe(false);
  });

  test('customers of a broker without plans get what names none, and nothing else can be drafted for them', async () => {
    const them = await customer('neem');
    for (const campaign_data of [
      words({ action: null }),
      words({ title: 'News', body: 'See more', facts: [] }),
      words({ title: 'News', body: 'Only ₹1', facts: [], action: null }),
    ])
      expect((await draft({ site: 'neem', campaign_data })).body.problems[0].path).toBe('campaign_data');
    const campaign_data = words({
      title: 'Alerts come to your phone',
      body: 'Set one on any stock.',
      facts: [],
      action: { label: 'Set one', path: '/alerts' },
    });
    await run({ site: 'neem', audience: 'bundled', campaign_data });
    expect(await them.title()).toBe('Alerts come to your phone');
  });

  test('nothing opens while an order waits for its payment', async () => {
    const me = await member();
    const id = await run();
    const { quotes } = (await me.browser.get('/plans/v1/quotes', me.bearer)).body.data;
    const { plan, days, pay_paise } = quotes.find((each: { plan: string; days: number }) => each.plan === 'Lite' && each.days === 30);
    const order = { plan, days, pay_paise, method: 'upi', mitc_version: MITC_VERSION, place: '27', key: 'campaigns' };
    expect((await me.browser.post('/plans/v1/orders', order, me.bearer)).body.status).toBe(true);
    expect([await me.title(), await me.first(id)]).toEqual([undefined, false]);
    now = new Date(now.getTime() + 31 * 60_000);
    expect(await me.title()).toBeDefined();
  });

  describe('with a coupon', () => {
    let made = 0;
    async function coupon(more: object = {}): Promise<string> {
      const code = `ADVERT${++made}`;
      const terms = { code, site: '', percent: 20, plan: '', starts_at: START.toISOString(), ends_at: new Date(START.getTime() + 30 * DAY).toISOString() };
      expect((await post('/admin/v1/coupons', { ...terms, most_uses: 5, approval: 'AD/2026/30', ...more })).body.status).toBe(true);
      return code;
    }

    test('its action leads to the plans with the code filled in; once the code does nothing for somebody it is not shown', async () => {
      const me = await member();
      const code = await coupon();
      await run({ coupon: code });
      const [shown] = (await me.shown()).data;
      expect(shown.campaign_data.action).toEqual({ label: 'See the plans', path: `/pricing?coupon=${code}` });
      // What the screen of plans asks with it.
      expect((await me.browser.get(`/plans/v1/quotes?coupon=${code}`, me.bearer)).body.data.coupon).toEqual({ code, refused: '' });
      await post('/admin/v1/coupons/withdraw', { code });
      expect(await me.title()).toBeUndefined();
    });

    test('one for a plan of experts is shown to experts, one for plans of investors to investors', async () => {
      const expert = person('', await signIn(emailOf('verified expert')));
      const me = await member();
      await run({ coupon: await coupon({ plan: 'Publisher' }), campaign_data: words({ title: 'Of experts' }) });
      await run({ coupon: await coupon(), campaign_data: words({ title: 'Of investors' }) });
      expect([await expert.title(), await me.title()]).toEqual(['Of experts', 'Of investors']);
    });

    test.each<[string, object, Partial<CampaignDraft>, string]>([
      ['there never was', {}, { coupon: 'NEVERMADE' }, 'coupon'],
      ['is of another site', { site: 'garnet' }, {}, 'coupon'],
      ['begins later', { starts_at: new Date(START.getTime() + DAY).toISOString() }, {}, 'coupon'],
      ['ends sooner', { ends_at: new Date(START.getTime() + 4 * DAY).toISOString() }, {}, 'coupon'],
    ])('one whose code %s is refused', async (_what, terms, more, path) => {
      expect((await draft({ coupon: await coupon(terms), ...more })).body.problems[0].path).toBe(path);
    });

    test('a code without a way to the plans, a way without its code, and a code that went before the approval are refused', async () => {
      const code = await coupon();
      expect((await draft({ coupon: code, campaign_data: words({ action: null }) })).body.problems[0].path).toBe('campaign_data.action');
      const smuggled = words({ action: { label: 'Go', path: '/pricing?coupon=X' } });
      expect((await draft({ campaign_data: smuggled })).body.problems[0].path).toBe('coupon');
      const { data } = (await draft({ coupon: code })).body;
      await post('/admin/v1/coupons/withdraw', { code });
      expect((await approve(data)).body.problems[0].path).toBe('coupon');
    });
  });

  test('only admins draft, approve, withdraw, list and export', async () => {
    const me = await member();
    const id = await run();
    const { hash } = (await archive())[0]!;
    const refused = await Promise.all([
      ...[draft({}, me.bearer), approve({ id, hash }, me.bearer), post('/admin/v1/campaigns/withdraw', { id }, me.bearer)],
      ...['', '/archive'].map((path) => site.browser().get(`/admin/v1/campaigns${path}`, me.bearer)),
    ]);
    expect(refused.map(({ http }) => http)).toEqual([403, 403, 403, 403, 403]);
  });

  test('the archive has every word, who, when and to how many it was shown, as CSV and JSON, also after accounts are erased; in parts it is the same', async () => {
    const [me, other] = [await member(), await member()];
    const id = await run({ campaign_data: words({ title: '=1+1' }) });
    await me.first(id);
    await other.first(id);
    const never = (await draft()).body.data.id;
    await post('/admin/v1/campaigns/withdraw', { id }, approver);
    const [{ name, of, erase }] = kept as [PersonalData];
    expect(name).toBe('campaigns_seen');
    expect(await of(me.user_id)).toMatchObject([{ campaign_id: id }]);
    for (let times = 0; times < 2; times += 1) await site.platform.transaction((tx) => erase(tx, me.user_id));
    expect(await of(me.user_id)).toEqual([]);

    const { data } = (await site.browser().get('/admin/v1/campaigns/archive', author)).body;
    const [row, last] = data.campaigns.slice(-2);
    expect(row).toMatchObject({
      ...{ id, site: '', audience: 'members', set_by: 'usr_admin', set_at: now.toISOString(), approval: 'AD/2026/17', approved_by: 'usr_admin_2' },
      ...{ approved_at: now.toISOString(), withdrawn_by: 'usr_admin_2', withdrawn_at: now.toISOString(), shown: 2 },
    });
    expect(row.hash).toBe(row.approved_hash);
    expect(last).toMatchObject({ id: never, approved_at: null, approved_hash: '', shown: 0 });
    expect(data.csv).toMatch(/^\uFEFF"Id","Site","Audience",/);
    expect(data.csv).toContain(`"'=1+1"`);
    expect(data.csv.trimEnd().split('\r\n')).toHaveLength(data.campaigns.length + 1);
    const db = campaignsOf(site.platform.db);
    const first = await archiveFrom(db, '', istDay(now), data.campaigns.length - 1);
    const second = await archiveFrom(db, first.next, istDay(now), 5);
    expect([first.csv + second.csv, second.next]).toEqual([data.csv, '']);
    const written = await site.platform.db.selectFrom('audit_log').select('action').where('object', '=', id).orderBy('id').execute();
    expect(written.map(({ action }) => action)).toEqual(['campaign.draft', 'campaign.approve', 'campaign.withdraw']);
  });

  test.each<[string, Partial<CampaignDraft['campaign_data']>, Partial<CampaignDraft>, string]>([
    ['a site there is not', {}, { site: 'nowhere' }, 'site'],
    ['an audience there is not', {}, { audience: 'admins' as 'free' }, 'audience'],
    ['two audiences', {}, { audience: ['free', 'lite'] as unknown as 'free' }, 'audience'],
    ['an end that is past', { ends_at: '2026-01-01T00:00:00Z' }, {}, 'campaign_data.ends_at'],
    ['an end before its start', {}, { starts_at: '2026-11-28T00:00:00Z' }, 'campaign_data.ends_at'],
    ['an end that never comes', { ends_at: '2036-01-01T00:00:00Z' }, {}, 'campaign_data.ends_at'],
    ['a start far ahead', { ends_at: '2027-08-02T00:00:00Z' }, { starts_at: '2027-08-01T00:00:00Z' }, 'starts_at'],
    ['a promise', { body: 'Guaranteed returns for thirty days.' }, {}, 'campaign_data'],
    ['a hit rate', { facts: ['82% accuracy'] }, {}, 'campaign_data'],
    ['past performance', { facts: ['Members earned 24%'] }, {}, 'campaign_data'],
    ['a countdown', { title: 'Only today' }, {}, 'campaign_data'],
    ['a prize', { action: { label: 'इनाम जीतें', path: '/pricing' } }, {}, 'campaign_data'],
    ['three facts', { facts: ['a', 'b', 'c'] }, {}, 'campaign_data.facts'],
    ['a way to another site', { action: { label: 'Go', path: '//evil.example' } }, {}, 'campaign_data.action.path'],
    ['a way round', { action: { label: 'Go', path: '/./pricing' } }, {}, 'campaign_data.action.path'],
  ])('%s is refused', async (_what, wrong, more, path) => {
    const { http, body } = await draft({ campaign_data: words(wrong), ...more });
    expect([http, body.problems?.[0].path]).toEqual([400, path]);
  });

  test('who sees what when, of random campaigns, people and days, is what a page of rules says', async () => {
    const people = {
      free: { ...(await member()), at: '', of: ['members', 'investors', 'free'] },
      lite: { ...person('', await signIn(emailOf('Lite investor'))), at: '', of: ['members', 'investors', 'lite'] },
      expert: { ...person('', await signIn(emailOf('verified expert'))), at: '', of: ['members', 'experts', 'free'] },
      garnet: { ...(await customer('garnet')), at: 'garnet', of: ['members', 'investors', 'premium'] },
    };
    const who = fc.constantFrom(...(Object.keys(people) as (keyof typeof people)[]));
    const one = fc.record({
      where: fc.constantFrom('', '', 'garnet'),
      audience: fc.constantFrom('members', 'members', 'investors', 'free', 'lite', 'experts', 'premium'),
      from: fc.integer({ min: 0, max: 60 }),
      hours: fc.integer({ min: 1, max: 100 }),
      approved: fc.constantFrom(true, true, true, false),
    });
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant('look' as const), who, opens: fc.boolean() }) },
      { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 26 * 60 }) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which: fc.nat(3) }) },
    );
    let start = Date.parse('2031-01-01T00:00:00Z');
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 4 }), fc.array(step, { minLength: 6, maxLength: 24 }), async (campaigns, steps) => {
        await stopAll();
        start += 400 * DAY;
        now = new Date(start);
        const model: { id: string; at: string; audience: string; from: number; to: number; runs: boolean }[] = [];
        for (const { where, audience, from, hours, approved } of campaigns) {
          const starts_at = after(from * HOUR);
          const data = { ...draftOf(), site: where, audience: audience as 'free', starts_at, campaign_data: words({ ends_at: after((from + hours) * HOUR) }) };
          const id = approved ? await run(data) : (await draft(data)).body.data.id;
          model.push({ id, at: where, audience, from: start + from * HOUR, to: start + (from + hours) * HOUR, runs: approved });
        }
        const saw = new Set<string>();
        for (const each of steps) {
          if (each.do === 'wait') now = new Date(now.getTime() + each.minutes * 60_000);
          else if (each.do === 'withdraw') {
            const one = model[each.which];
            if (one) await post('/admin/v1/campaigns/withdraw', { id: one.id });
            if (one) one.runs = false;
          } else {
            const { at, of, shown, first } = people[each.who];
            const today = `${each.who} on ${new Date(now.getTime() + 5.5 * HOUR).toISOString().slice(0, 10)}`;
            const [right] = model
              .filter((one) => one.runs && one.at === at && of.includes(one.audience) && one.from <= now.getTime() && now.getTime() < one.to)
              .filter((one) => !saw.has(today) && !saw.has(`${each.who} ${one.id}`))
              .sort((a, b) => a.to - b.to || (a.id < b.id ? -1 : 1));
            expect((await shown()).data[0]?.id).toBe(right?.id);
            if (!right || !each.opens) continue;
            expect(await first(right.id)).toBe(true);
            saw.add(today).add(`${each.who} ${right.id}`);
          }
        }
      }),
      { numRuns: 15, seed: 20_261_127 },
    );
  }, 60_000);
});
