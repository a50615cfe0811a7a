import { Person } from '../support/person.ts';
import { openService, shownBy, subscriber, subscribesAt } from '../support/push-service.ts';
import type { Demo, Stack } from '../support/stack.ts';
import { expect, expectAccessible, logOut, signedIn, signIn, test as story } from '../support/story.ts';

/** The server has to know it before it starts. */
const service = await openService();
story.use({ stackOptions: { env: { PUSH_SERVICES: service.origin } }, serviceWorkers: 'allow' });
story.afterAll(() => service.close());

const REGISTER = '**/config/fcm-view/';

/** An intraday call of the expert on the first stock whose price and rules allow it. */
async function publish(expert: Person): Promise<{ id: string; stock: string }> {
  const { data } = await expert.get<{ symbol: string; kind: string; status: string; tick: number }[]>('/market/v1/instruments?limit=100');
  for (const { symbol, tick } of data.filter(({ kind, status }) => kind === 'equity' && status === 'active')) {
    const [quote] = (await expert.get<{ ltp: number }[]>(`/market/v1/quotes?symbols=${encodeURIComponent(symbol)}`)).data;
    const at = (share: number): number => Number((Math.round((quote!.ltp * share) / tick) * tick).toFixed(2));
    const draft = {
      ...{ stock: symbol, call_type: 'Buy', term: 'intraday', entry_mode: 'market', valid_till: '2026-11-20' },
      ...{ entry_low: at(1), entry_high: at(1), target: at(1.009), stop_loss: at(0.994) },
      rationale: {
        thesis: 'Orders of the last two quarters grew faster than the price, and margins held while those of its peers fell.',
        trigger: 'A close above the range of the last ten sessions on more than usual volume, confirmed by the sector.',
        risks: 'The range may break downwards with the market; results come within the validity of this call, and they may disappoint.',
        kill_criteria: 'A close below the stop-loss, or two sessions of falling volume, proves it wrong.',
        ...{ method: 'technical', sources: [], ai_used: 'none' },
      },
      disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
    };
    if (!(await expert.post<{ publishable: boolean } | null>('/reco/v1/calls/check', draft)).data?.publishable) continue;
    const answer = await expert.post<{ id: string }>('/reco/v1/calls', { cid: 'told-on-devices', draft });
    if (!answer.status) throw new Error(`${symbol}: ${answer.code} ${answer.validation}`);
    return { id: answer.data.id, stock: symbol };
  }
  throw new Error('No stock can be published on');
}

async function followed(stack: Stack, demo: Demo): Promise<Person> {
  const expert = await Person.demo(stack, demo, 'verified expert');
  const investor = await Person.demo(stack, demo, 'Pro investor');
  await investor.post('/reco/v1/follow', { user_id: expert.user_id, on: true });
  return expert;
}

story(
  'a device told by a press learns of a new call without a level or a name, opens it, and is told nothing after the sign-out (S1-FEAT-11, S4-MISC-18, S4-MISC-19, S4-MISC-O04)',
  async ({ page, context, stack, demo }) => {
    const device = subscriber(service.origin);
    const came = () => service.arrived.filter(({ path }) => path === device.path);
    const { asked } = await subscribesAt(page, device.subscription);
    await context.grantPermissions(['notifications'], { origin: stack.portal });
    const expert = await followed(stack, demo);
    await signedIn(page, stack.portal, demo, 'Pro investor');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/config/fcm-view/')) sent.push(request.postData() ?? '');
    });

    await page.goto(`${stack.portal}/my-account?tab=notifications`);
    const newCalls = page.getByRole('group', { name: 'New calls' });
    await expect(newCalls.getByRole('checkbox', { name: 'Devices' })).toBeDisabled();
    const tell = page.getByRole('button', { name: 'Tell me on this device' });
    await expect(tell).toBeVisible();
    expect([await asked(), sent.length]).toEqual([0, 0]);
    await expectAccessible(page);

    const registered = page.waitForRequest(REGISTER);
    await tell.click();
    const body = (await registered).postDataJSON();
    expect(Object.keys(body).sort()).toEqual(['registration_id', 'type', 'user']);
    expect(body.type).toBe('web');
    const devices = page.getByRole('list', { name: 'Devices with messages' });
    await expect(devices.getByRole('listitem')).toContainText('This device');
    await newCalls.getByRole('checkbox', { name: 'Devices' }).click();
    await expect(newCalls.getByRole('status')).toHaveText('Saved: Devices on.');
    await expectAccessible(page);

    // The same registration again is no second one.
    const campaign = page.waitForResponse('**/base/v1/campaign');
    await page.reload();
    await campaign;
    await expect(devices.getByRole('listitem')).toContainText('This device');
    expect([await asked(), sent.length]).toEqual([1, 1]);

    const { id, stock } = await publish(expert);
    await expect.poll(() => came().length, { timeout: 60_000 }).toBe(1);
    const message = device.open(came()[0]!.body);
    expect(JSON.parse(message)).toEqual({
      title: 'Vimarsh',
      body: 'A new call from an expert you follow.',
      url: `/experts-past-recommendations?reco=${id}`,
    });

    expect(await shownBy(context, page, message)).toEqual(['Vimarsh', 'A new call from an expert you follow.', `/experts-past-recommendations?reco=${id}`]);
    await page.goto(stack.portal + JSON.parse(message).url);
    await expect(page.getByRole('dialog', { name: new RegExp(`^${stock.replace(/[&]/g, '\\&')} · Buy call`) })).toBeVisible();

    await page.goto(`${stack.portal}/my-account?tab=notifications`);
    // The page doesn't wait for the answer, and is left before a slow one comes.
    const out = page.waitForRequest('**/auth/v1/sign_out');
    await logOut(page);
    await out;
    const again = await Person.demo(stack, demo, 'Pro investor');
    await expect.poll(async () => (await again.get<{ devices: unknown[] }>('/base/v1/push')).data.devices).toEqual([]);
  },
);

story(
  'a campaign opens for who is signed in, once; a visitor is not even asked for (S2.6-DLG-17, S4-MISC-07, S7-MISC-03, S7-MISC-A01)',
  async ({ page, stack, demo }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/base/v1/campaign')) asked.push(request.method());
    });
    const admin = await Person.demo(stack, demo, 'admin');
    const campaign_data = {
      title: 'Thirty days of Premium',
      body: 'Read every live call for thirty days. It ends by itself and renews nothing.',
      facts: ['30 days', '₹499 with GST'],
      ends_at: new Date(Date.now() + 5 * 86_400_000).toISOString(),
      action: { label: 'See all stocks', path: '/equity-insights' },
    };
    const drafted = { site: '', audience: 'lite', starts_at: new Date(Date.now() - 60_000).toISOString(), coupon: '', campaign_data };
    const { data: draft } = await admin.post<{ id: string; hash: string }>('/admin/v1/campaigns', drafted);
    const other = await Person.demo(stack, demo, 'second admin');
    expect((await other.post('/admin/v1/campaigns/approve', { ...draft, approval: 'AD/2026/17' })).status).toBe(true);
    await page.goto(`${stack.portal}/login`);
    await expect(page.getByLabel(/mobile number or e-?mail/i)).toBeVisible();
    expect(asked).toEqual([]);

    const seen = page.waitForResponse('**/base/v1/campaign/seen');
    await signIn(page, stack.portal, demo, 'Lite investor');
    const dialog = page.getByRole('dialog', { name: 'Thirty days of Premium' });
    await expect(dialog).toContainText('₹499 with GST');
    await expect(dialog.getByRole('link', { name: 'See all stocks' })).toHaveAttribute('href', '/equity-insights');
    await expectAccessible(page);
    await seen;
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(dialog).toBeHidden();

    const answered = page.waitForResponse('**/base/v1/campaign');
    await page.reload();
    expect((await (await answered).json()).data).toEqual([]);
    await expect(page.getByRole('tab', { name: 'Live' })).toBeVisible();
    expect(asked).toHaveLength(2);
    await expect(dialog).toBeHidden();
  },
);
