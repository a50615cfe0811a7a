import type { Page } from '@playwright/test';
import { Person } from '../support/person.ts';
import { type Demo, MORNING, type Stack, startStack, tradedDay } from '../support/stack.ts';
import { expect, expectAccessible, signedIn, signIn, stored, testInTheMorning as test } from '../support/story.ts';
import type { Candle } from '../support/traded-day.ts';

const WORDS = {
  thesis: 'The stock has held its 20-day average on falling volume for two weeks while its sector recovered, which suggests that sellers are done for now.',
  trigger: 'A first hour above the high of the previous session with volume at least equal to its average shows that buyers return.',
  risks: 'A weak market opening or a result surprise in the sector would take the stock back below its average before the target is reached.',
  kill: 'A close below the average of the last twenty sessions would prove this wrong.',
};

interface Plan {
  readonly stock: string;
  readonly side: 'Buy' | 'Sell';
}

/** Candles of five minutes that pass before a price may reach a target: earlier, the call would end while it is written. */
const TIME_TO_WRITE = 4;

/** Stocks that move 1% one way within two hours of the morning, and not 0.5% the other way before: those that do it soonest first. */
function moversOf(): Plan[] {
  const plans: (Plan & { within: number })[] = [];
  for (const { stock, candles } of tradedDay('2026-11-20T04:45')) {
    const after = candles.slice(0, 24);
    const entry = after[0]?.o ?? 0;
    const first = (reached: (candle: Candle) => boolean): number => after.findIndex(reached) + 1 || Infinity;
    const [rose, fell] = [first(({ h }) => h >= entry * 1.01), first(({ l }) => l <= entry * 0.99)];
    if (rose < first(({ l }) => l <= entry * 0.995)) plans.push({ stock, side: 'Buy', within: rose });
    if (fell < first(({ h }) => h >= entry * 1.005)) plans.push({ stock, side: 'Sell', within: fell });
  }
  return plans.filter(({ within }) => within > TIME_TO_WRITE).toSorted((one, other) => one.within - other.within);
}

const round = (price: number, tick: number): number => Math.round((Math.round(price / tick) * tick + Number.EPSILON) * 100) / 100;

/** A complete intraday draft at market. Prices ₹. */
const draftOf = ({ stock, side }: Plan, { entry, target, stop }: { entry: number; target: number; stop: number }) => ({
  stock,
  call_type: side,
  term: 'intraday',
  entry_mode: 'market',
  entry_low: entry,
  entry_high: entry,
  target,
  stop_loss: stop,
  valid_till: '2026-11-20',
  rationale: { thesis: WORDS.thesis, trigger: WORDS.trigger, risks: WORDS.risks, kill_criteria: WORDS.kill, method: 'technical', sources: [], ai_used: 'none' },
  disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
});

/** The first mover that the expert may publish on now, with levels that the rules keep. */
async function publishable(expert: Person, plans: readonly Plan[]) {
  for (const { stock, side } of plans) {
    const instrument = (await expert.get<{ tick: number }>(`/market/v1/instruments/${encodeURIComponent(stock)}`)).data;
    const [quote] = (await expert.get<{ ltp: number }[]>(`/market/v1/quotes?symbols=${encodeURIComponent(stock)}`)).data;
    const way = side === 'Buy' ? 1 : -1;
    const level = (share: number): number => round(quote!.ltp * (1 + way * share), instrument.tick);
    const levels = { entry: round(quote!.ltp, instrument.tick), target: level(0.009), stop: level(-0.006) };
    const answer = await expert.post<{ publishable: boolean }>('/reco/v1/calls/check', draftOf({ stock, side }, levels));
    if (answer.data?.publishable) return { stock, side, tick: instrument.tick, ...levels };
  }
  throw new Error(`None of ${plans.map((plan) => plan.stock).join(', ')} can be published on`);
}

const choose = (page: Page, option: string) => page.getByText(option, { exact: true }).click();
/** At the price that is shown: on a busy machine it comes after the choice. */
async function atMarket(page: Page): Promise<void> {
  await choose(page, 'At market');
  await expect(page.getByLabel('Price you see (₹)')).not.toHaveValue('');
}
const rule = (page: Page, label: string, state: 'Met' | 'Not met yet') => page.getByRole('listitem').filter({ hasText: `${state}: ${label}` });

async function writeReasons(page: Page): Promise<void> {
  await page.getByLabel('Thesis').fill(WORDS.thesis);
  await page.getByLabel('Trigger').fill(WORDS.trigger);
  await page.getByLabel('Risks').fill(WORDS.risks);
  await page.getByLabel('What would prove this wrong').fill(WORDS.kill);
  await page.getByLabel(/^I have not dealt in this stock/).check();
}

type Levels = Awaited<ReturnType<typeof publishable>>;

async function fillIntraday(page: Page, stack: Stack, plan: Levels): Promise<void> {
  await page.goto(`${stack.portal}/upload-recommendation/${encodeURIComponent(plan.stock)}`);
  await expect(page.getByRole('combobox', { name: 'Stock' })).toHaveValue(plan.stock);
  await choose(page, plan.side);
  await choose(page, 'Intraday');
  await atMarket(page);
  await page.getByLabel('Stop-loss (₹)').fill(String(plan.stop));
  await page.getByLabel('Target (₹)').fill(String(plan.target));
  await page.getByLabel('Target (₹)').press('Tab');
}

/** From the levels to the record. */
async function publish(page: Page, plan: Levels): Promise<void> {
  await page.getByRole('button', { name: 'Continue to rationale' }).click();
  await writeReasons(page);
  await page.getByRole('button', { name: 'Continue to preview' }).click();
  await page.getByRole('button', { name: 'Publish call' }).click();
  await page.getByRole('dialog', { name: 'Publish this call?' }).getByRole('button', { name: 'Publish call' }).click();
  await expect(page.getByRole('heading', { name: `Your call on ${plan.stock} is on record` })).toBeVisible();
}

for (const [profession, name] of [
  ['Analyst', 'ananya'],
  ['Financial Advisor', 'farida'],
  ['Broker', 'gurpreet'],
  ['Dealer', 'omkar'],
] as const)
  test(`a verified ${profession} publishes a call (S1-SCOPE-11)`, async ({ page, stack, demo }) => {
    const email = `${name}@experts.example.com`;
    const plan = await publishable(await Person.signIn(stack, email, demo.password), await moversAtOnce(stack));
    await page.goto(`${stack.portal}/login`);
    await page.getByLabel(/mobile number or e-?mail/i).fill(email);
    await page.getByLabel('Password').fill(demo.password);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.locator('[data-profile]')).toContainText(profession);
    await fillIntraday(page, stack, plan);
    await publish(page, plan);
  });

test('an expert publishes an equity call, watches prices close it, and can’t rewrite it (S1-SCOPE-01, S2.1-PARAM-02)', async ({ page, demo }) => {
  test.setTimeout(600_000);
  const plans = moversOf();
  // Its own, whose clock it hurries.
  const stack = await startStack({ now: MORNING });
  try {
    const plan = await publishable(await Person.demo(stack, demo, 'verified expert'), plans);
    await signedIn(page, stack.portal, demo, 'verified expert');
    await fillIntraday(page, stack, plan);
    await expect(rule(page, 'Target and stop-loss on the right sides', 'Met')).toBeVisible();
    await expectAccessible(page);
    await publish(page, plan);
    const hash = (await page.locator('code').first().textContent())!;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);

    await page.getByRole('link', { name: 'Open the call' }).click();
    const drawer = page.getByRole('dialog', { name: new RegExp(`${plan.side} call`) });
    await expect(drawer).toBeVisible();
    // The rest of the morning in less than two minutes.
    const admin = await Person.demo(stack, demo, 'admin');
    const clock = await admin.get<{ now: string }>('/market/v1/clock');
    await admin.post('/market/v1/clock', { from: clock.data.now, speed: 60 });
    await expect(drawer.getByText('Target reached').first()).toBeVisible({ timeout: 150_000 });
    await drawer.getByRole('button', { name: 'Verify this record' }).click();
    await expect(drawer.getByText(/^This record holds\./)).toBeVisible();
    await page.keyboard.press('Escape');

    await page.goto(`${stack.portal}/past-recommendations?tab=closed`);
    await page.getByRole('tab', { name: /Closed/ }).click();
    await expect(page.getByRole('link', { name: new RegExp(plan.stock.replace('&', '\\&')) }).first()).toBeVisible();
  } finally {
    await stack.stop();
  }
});

test.describe('a draft that breaks a rule is refused with the rule’s own sentence, and nothing typed is lost', () => {
  test('levels', async ({ page, stack, demo }) => {
    const plan = await publishable(await Person.demo(stack, demo, 'verified expert'), await moversAtOnce(stack));
    const at = (share: number): string => String(round(plan.entry * (1 + share), plan.tick));
    await signedIn(page, stack.portal, demo, 'verified expert');
    await page.goto(`${stack.portal}/upload-recommendation/${encodeURIComponent(plan.stock)}`);
    const fill = async (entry: string, stop: string, target: string): Promise<void> => {
      await page.getByLabel('Entry (₹)').fill(entry);
      await page.getByLabel('Stop-loss (₹)').fill(stop);
      await page.getByLabel('Target (₹)').fill(target);
      await page.getByLabel('Target (₹)').press('Tab');
    };
    await choose(page, 'Buy');
    await choose(page, 'Short term');
    await choose(page, 'At a price');
    for (const [name, entry, stop, target] of [
      ['Target and stop-loss on the right sides', at(0), at(-0.03), at(-0.05)],
      ['Target at a sensible distance', at(0), at(-0.005), at(0.01)],
      ['Stop-loss at a sensible distance', at(0), at(-0.12), at(0.15)],
      ['Reward at least the risk', at(0), at(-0.06), at(0.04)],
      ['Entry near the last price', at(0.05), at(0.02), at(0.12)],
    ] as const) {
      await fill(entry, stop, target);
      await expect(rule(page, name, 'Not met yet')).toBeVisible();
      await expect(page.getByLabel('Target (₹)')).toHaveValue(new RegExp(`^${Number(target)}`));
    }
    await fill(at(0), at(-0.03), at(0.06));
    for (const name of ['Target and stop-loss on the right sides', 'Reward at least the risk', 'Entry near the last price'])
      await expect(rule(page, name, 'Met')).toBeVisible();
  });

  test('words and attestation', async ({ page, stack, demo }) => {
    const plan = await publishable(await Person.demo(stack, demo, 'verified expert'), await moversAtOnce(stack));
    await signedIn(page, stack.portal, demo, 'verified expert');
    await page.goto(`${stack.portal}/upload-recommendation/${encodeURIComponent(plan.stock)}`);
    await choose(page, plan.side);
    await choose(page, 'Intraday');
    await atMarket(page);
    await page.getByLabel('Stop-loss (₹)').fill(String(plan.stop));
    await page.getByLabel('Target (₹)').fill(String(plan.target));
    await page.getByRole('button', { name: 'Continue to rationale' }).click();
    await writeReasons(page);
    await page.getByLabel('Thesis').fill(`${WORDS.thesis} This is a sure shot with assured returns.`);
    await page.getByLabel(/^I have not dealt in this stock/).uncheck();
    await page.getByRole('button', { name: 'Continue to preview' }).click();
    await expect(rule(page, 'No promises, no contacts', 'Not met yet')).toBeVisible();
    await expect(rule(page, 'No dealing within 30 days before and 5 days after', 'Not met yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publish call' })).toHaveCount(0);
    await expect(page.getByLabel('Thesis')).toHaveValue(/sure shot/);
    await page.getByLabel('Thesis').fill(WORDS.thesis);
    await page.getByLabel('What would prove this wrong').fill('Too short');
    await expect(rule(page, 'Reasons in writing', 'Not met yet')).toBeVisible();
  });

  test('a draft survives a closed tab', async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'verified expert');
    await page.goto(`${stack.portal}/upload-recommendation/TCS`);
    await page.getByLabel('Stop-loss (₹)').fill('2500');
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Stop-loss (₹)')).toHaveValue(/^2500/);
  });
});

test.describe('who may not publish', () => {
  test('an investor sees why the form is closed, and the server refuses too (S2.1-GROUP-A05)', async ({ page, stack, demo }) => {
    await signedIn(page, stack.portal, demo, 'Premium investor');
    await page.goto(`${stack.portal}/upload-recommendation`);
    await expect(page.getByText('Publishing is for SEBI-registered experts')).toBeVisible();
    await expectAccessible(page);
    const investor = await Person.demo(stack, demo, 'Premium investor');
    const draft = draftOf({ stock: 'TCS', side: 'Buy' }, { entry: 2600, target: 2700, stop: 2550 });
    const refused = await investor.post('/reco/v1/calls', { cid: 'investor-tries', draft });
    expect(refused).toMatchObject({ status: false, code: 'NOT_VERIFIED' });
    expect(refused.validation).not.toBe('');
  });

  test('an expert whose documents are pending sees what is missing; verified, they buy the Publisher plan by card and publish', async ({
    page,
    browser,
    stack,
    demo,
  }) => {
    test.slow();
    const waiting = 'expert with documents pending';
    await signIn(page, stack.portal, demo, waiting);
    await page.goto(`${stack.portal}/upload-recommendation`);
    await expect(page.getByText('Publishing opens when your registration is verified')).toBeVisible();
    const steps = page.getByRole('list', { name: 'Steps to your first call' });
    await expect(steps.getByRole('link', { name: 'Go to your documents' })).toBeVisible();
    await expect(steps.getByRole('listitem').filter({ hasText: 'You have a Publisher plan' })).toContainText('Not yet');
    await expectAccessible(page);

    await verifyDocuments(stack, demo, waiting);
    const plan = await publishable(await Person.demo(stack, demo, 'verified expert'), await moversAtOnce(stack));
    const context = await browser.newContext();
    const own = await context.newPage();
    await signIn(own, stack.portal, demo, waiting);
    const other = await context.newPage();
    await other.goto(`${stack.portal}/publish-recommendation-options`);
    await expect(other.getByRole('link', { name: 'See the Publisher plan' })).toBeVisible();

    await fillIntraday(own, stack, plan);
    await expect(rule(own, 'Verified author with a Publisher plan', 'Not met yet')).toBeVisible();
    await expectAccessible(own);
    await own.getByRole('link', { name: 'See the Publisher plan' }).click();
    await expect(own).toHaveURL(`${stack.portal}/pricing`);
    await expect(own.getByRole('link', { name: '₹1,499 for 30 days' })).toBeVisible();
    await expectAccessible(own);
    await own.getByRole('link', { name: '₹1,499 for 30 days' }).click();
    await own.getByText('Card', { exact: true }).click();
    await own.getByLabel(/^State or territory/).selectOption('Kerala');
    await own.getByLabel(/^I have read the terms for experts/).check();
    await expectAccessible(own);
    await own.getByRole('button', { name: 'Pay ₹1,499.00' }).click();
    await own.getByRole('link', { name: 'Go to the payment page' }).click();
    await own.getByRole('button', { name: 'Pay with the demo’s card' }).click();
    await expect(own.getByRole('heading', { name: 'You have Publisher' })).toBeVisible();
    // Every tab knows, without another sign-in.
    const kept = async () => JSON.parse((await stored(own)).publisher_plan_details ?? 'null');
    await expect.poll(kept).toMatchObject({ plan_name: 'Publisher', promotional_plan: false });
    await expect(other.getByRole('link', { name: 'See the Publisher plan' })).toHaveCount(0);

    await own.getByRole('link', { name: 'Publish a call' }).first().click();
    await expect(own.getByRole('link', { name: 'See the Publisher plan' })).toHaveCount(0);
    // The draft was kept meanwhile.
    await own.goto(`${stack.portal}/upload-recommendation/${encodeURIComponent(plan.stock)}`);
    await expect(own.getByLabel('Stop-loss (₹)')).toHaveValue(new RegExp(`^${plan.stop}`));
    await expect(rule(own, 'Verified author with a Publisher plan', 'Met')).toBeVisible();
    await publish(own, plan);
    await context.close();
  });
});

/** Two admins accept all that somebody sent. */
async function verifyDocuments(stack: Stack, demo: Demo, shows: string): Promise<void> {
  const { user_id } = await Person.demo(stack, demo, shows);
  for (const who of ['admin', 'second admin']) {
    const admin = await Person.demo(stack, demo, who);
    const { data } = await admin.get<{ documents: { id: string; version: string; user_id: string }[] }>('/admin/v1/kyc_queue');
    for (const { id, version } of data.documents.filter((each) => each.user_id === user_id))
      expect((await admin.post('/admin/v1/kyc_decide', { document_id: id, version, decision: 'verify', reason: '' })).validation).toBe('');
  }
}

/** Any stock will do where nothing has to close: all active ones, as Buy. */
async function moversAtOnce(stack: Stack): Promise<Plan[]> {
  const listed = await (await fetch(`${stack.portal}/market/v1/instruments?limit=100`)).json();
  return (listed.data as { symbol: string; kind: string; status: string }[])
    .filter(({ kind, status }) => kind === 'equity' && status === 'active')
    .map(({ symbol }) => ({ stock: symbol, side: 'Buy' as const }));
}
