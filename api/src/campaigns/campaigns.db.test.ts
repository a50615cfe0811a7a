import type { CampaignData } from '@vimarsh/shared/contract/campaign/types.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoSignIns } from '../identity/demo/index.ts';
import type { PersonalData } from '../identity/index.ts';
import { freshMobile, openSite, type Site, signInBody, signUp } from '../identity/site.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { createCampaigns } from './index.ts';

describe.each(await featureDatabase())('campaigns on %s', (database) => {
  let site: Site;
  let admin: string;
  const kept: PersonalData[] = [];
  beforeAll(async () => {
    site = await openSite(database);
    createCampaigns(site.platform, {
      identity: { keeps: (data) => void kept.push(data) },
      partners: site.partners,
      clock: () => site.clock.now,
    });
    await site.platform.start();
    admin = (await site.browser().post('/auth/v1/sign_in', signInBody('admin@vimarsh.example.com'))).body.token_data.access_token;
  });
  afterAll(() => site.close());
  beforeEach(() => set('', null));

  const data = (more: Partial<CampaignData> = {}): CampaignData => ({
    title: 'Thirty days of Premium',
    body: 'Read every live call for thirty days. It ends by itself.',
    facts: ['30 days', '₹499 with GST'],
    ends_at: new Date(site.clock.now.getTime() + 5 * 86_400_000).toISOString(),
    action: { label: 'See the plans', path: '/pricing' },
    ...more,
  });
  const set = (where: string, campaign_data: CampaignData | null, approval = 'AD/2026/17', bearer = admin) =>
    site.browser().post('/admin/v1/campaign', { site: where, campaign_data, approval }, bearer);
  async function member() {
    const browser = site.browser();
    const { body } = await signUp(site, browser, freshMobile());
    const bearer = body.data.token as string;
    return {
      user_id: body.user_id as string,
      bearer,
      shown: async () => (await browser.get('/base/v1/campaign', bearer)).body,
      seen: (id: string) => browser.post('/base/v1/campaign/seen', { id }, bearer),
    };
  }

  test('nothing is set: status and an empty list; what an admin sets is data[0] with campaign_data at once (S7-MISC-04)', async () => {
    const me = await member();
    expect(await me.shown()).toMatchObject({ status: true, data: [] });
    const { id } = (await set('', data())).body.data;
    expect(await me.shown()).toMatchObject({ status: true, data: [{ id, campaign_data: data() }] });
    expect((await site.browser().get('/base/v1/campaign')).http).toBe(401);
  });

  test('who has seen it is not shown it again, others are; a new one is shown to everybody', async () => {
    const [me, other] = [await member(), await member()];
    const { id } = (await set('', data())).body.data;
    for (let times = 0; times < 2; times += 1) expect((await me.seen(id)).body.status).toBe(true);
    expect([(await me.shown()).data.length, (await other.shown()).data.length]).toEqual([0, 1]);
    await set('', data({ title: 'Another one' }));
    expect((await me.shown()).data).toMatchObject([{ campaign_data: { title: 'Another one' } }]);
    expect((await me.seen('unknown')).body.status).toBe(true);
  });

  test('it runs on the site it was set for, until it ends or is taken back', async () => {
    const me = await member();
    await set('garnet', data());
    expect((await me.shown()).data).toEqual([]);
    const customer = site.browser({ host: 'garnet.localhost' });
    const { email } = demoSignIns.find(({ partner_key }) => partner_key === 'garnet')!;
    const bearer = (await customer.post('/auth/v1/sign_in', signInBody(email))).body.token_data.access_token;
    expect((await customer.get('/base/v1/campaign', bearer)).body.data).toHaveLength(1);
    await set('', data({ ends_at: new Date(site.clock.now.getTime() + 60_000).toISOString() }));
    expect((await me.shown()).data).toHaveLength(1);
    site.clock.forward(61_000);
    expect((await me.shown()).data).toEqual([]);
    await set('', data());
    await set('', null, '');
    expect((await me.shown()).data).toEqual([]);
  });

  test('of several set at once the last one runs, and none fails', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((number) => set('', data({ title: `Number ${number}` }))));
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200]);
    expect((await (await member()).shown()).data).toHaveLength(1);
  });

  test('only admins set and list; the list keeps what was taken back', async () => {
    const me = await member();
    expect((await set('', data(), 'AD/1', me.bearer)).http).toBe(403);
    const { id } = (await set('', data())).body.data;
    await set('', null);
    const { data: all } = (await site.browser().get('/admin/v1/campaigns', admin)).body;
    expect(all[0]).toMatchObject({ id, site: '', approval: 'AD/2026/17', withdrawn_at: site.clock.now.toISOString() });
  });

  test.each<[string, Partial<CampaignData>, string, string, string]>([
    ['a site there is not', {}, 'AD/1', 'nowhere', 'site'],
    ['no approval', {}, ' ', '', 'approval'],
    ['an end that is past', { ends_at: '2026-01-01T00:00:00Z' }, 'AD/1', '', 'campaign_data.ends_at'],
    ['an end that never comes', { ends_at: '2036-01-01T00:00:00Z' }, 'AD/1', '', 'campaign_data.ends_at'],
    ['a promise', { body: 'Guaranteed returns for thirty days.' }, 'AD/1', '', 'campaign_data'],
    ['a hit rate', { facts: ['82% accuracy'] }, 'AD/1', '', 'campaign_data'],
    ['three facts', { facts: ['a', 'b', 'c'] }, 'AD/1', '', 'campaign_data.facts'],
    ['a way to another site', { action: { label: 'Go', path: '//evil.example' } }, 'AD/1', '', 'campaign_data.action.path'],
  ])('%s is refused', async (_what, wrong, approval, where, path) => {
    const { http, body } = await set(where, data(wrong), approval);
    expect([http, body.problems?.[0].path]).toEqual([400, path]);
  });

  test('what one has seen is in the copy of one’s data, and goes with the account', async () => {
    const me = await member();
    const { id } = (await set('', data())).body.data;
    await me.seen(id);
    const [{ name, of, erase }] = kept as [PersonalData];
    expect(name).toBe('campaigns_seen');
    expect(await of(me.user_id)).toMatchObject([{ campaign_id: id }]);
    await site.platform.transaction((tx) => erase(tx, me.user_id));
    expect(await of(me.user_id)).toEqual([]);
  });
});
