import type { Page } from '@playwright/test';
import { Person } from '../support/person.ts';
import { type Demo, type Stack, startStack } from '../support/stack.ts';
import { expect, expectAccessible, signedIn, test } from '../support/story.ts';

const DAY_MS = 86_400_000;

/** Milliseconds until the next Saturday, 22:40 IST: the server's machine is ahead by so much. */
function untilSaturdayNight(): number {
  const now = Date.now();
  const day = new Date(now + 5.5 * 3_600_000);
  const tenForty = Date.parse(`${day.toISOString().slice(0, 10)}T22:40:00+05:30`);
  const days = (6 - day.getUTCDay() + 7) % 7;
  const at = tenForty + days * DAY_MS;
  return (at > now ? at : at + 7 * DAY_MS) - now;
}

interface Clock {
  readonly now: string;
  readonly phase: string;
  readonly trading_date: string;
  readonly speed: number;
}
interface Candle {
  readonly t: string;
  readonly o: number;
  readonly h: number;
  readonly l: number;
}

const read = async <T>(stack: Pick<Stack, 'portal'>, path: string): Promise<T> => ((await (await fetch(stack.portal + path)).json()) as { data: T }).data;

const round = (price: number, tick: number): number => Math.round((Math.round(price / tick) * tick + Number.EPSILON) * 100) / 100;

/** A call that its stop-loss ends in the second hour of a session, by whoever has seen the whole day. */
async function losingCall(day: string) {
  const evening = await startStack({ now: `${day}T10:20:00Z` });
  try {
    const found: { symbol: string; tick: number; end: number }[] = [];
    for (const { symbol, kind, status, tick } of await read<{ symbol: string; kind: string; status: string; tick: number }[]>(
      evening,
      '/market/v1/instruments?limit=100',
    )) {
      if (kind !== 'equity' || status !== 'active') continue;
      const query = new URLSearchParams({ symbol, interval: '5m', from: day, to: day, limit: '100' });
      const after = (await read<Candle[]>(evening, `/market/v1/candles?${query}`)).filter(({ t }) => t >= `${day}T04:30`);
      const entry = after[0]?.o ?? 0;
      const [down, up] = [after.findIndex(({ l }) => l <= entry * 0.992), after.findIndex(({ h }) => h >= entry * 1.008)];
      if (down >= 3 && (up === -1 || down < up)) found.push({ symbol, tick, end: down });
    }
    return found.toSorted((one, other) => one.end - other.end);
  } finally {
    await evening.stop();
  }
}

const words = {
  thesis: 'The stock has held its 20-day average on falling volume for two weeks while its sector recovered, which suggests that sellers are done for now.',
  trigger: 'A first hour above the high of the previous session with volume at least equal to its average shows that buyers return.',
  risks: 'A weak market opening or a result surprise in the sector would take the stock back below its average before the target is reached.',
  kill_criteria: 'A close below the average of the last twenty sessions would prove this wrong.',
};

/** Publishes the first of these that the rules let through. */
async function publish(expert: Person, stack: Stack, day: string, stocks: Awaited<ReturnType<typeof losingCall>>): Promise<{ id: string; symbol: string }> {
  for (const { symbol, tick } of stocks) {
    const [quote] = await read<{ ltp: number }[]>(stack, `/market/v1/quotes?symbols=${encodeURIComponent(symbol)}`);
    const level = (share: number): number => round(quote!.ltp * (1 + share), tick);
    const draft = {
      ...{ stock: symbol, call_type: 'Buy', term: 'intraday', entry_mode: 'market', valid_till: day },
      ...{ entry_low: level(0), entry_high: level(0), target: level(0.009), stop_loss: level(-0.006) },
      rationale: { ...words, method: 'technical', sources: [], ai_used: 'none' },
      disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
    };
    const answer = await expert.post<{ id: string }>('/reco/v1/calls', { cid: `demo-time-${symbol.replace(/\W/g, '')}`, draft });
    if (answer.data) return { id: answer.data.id, symbol };
  }
  throw new Error(`None of ${stocks.map(({ symbol }) => symbol).join(', ')} could be published on`);
}

const roots = async (stack: Stack): Promise<string[]> =>
  ((await (await fetch(`${stack.portal}/.well-known/vimarsh-ledger.json`)).json()) as { roots: { trading_date: string }[] }).roots.map(
    ({ trading_date }) => trading_date,
  );

/** Opens the control beside the clock, and leaves it open. */
async function openControl(page: Page) {
  await page.getByRole('button', { name: /^Demo time · / }).click();
  const control = page.getByRole('dialog', { name: 'Demo time' });
  await expect(control).toBeVisible();
  return control;
}

test('on a Saturday night the demo trades: a call is published, stopped, put on record and checked in minutes, by the control that everybody sees', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const stack = await startStack({ now: '', env: { MARKET_TIME: 'demo', LATER_MS: String(untilSaturdayNight()) } });
  try {
    const demo = await read<Demo>(stack, '/base/v1/demo');
    const { trading_date: day, ...started } = await read<Clock>(stack, '/market/v1/clock');
    expect(started).toMatchObject({ phase: 'continuous', speed: 1 });
    expect(started.now).toMatch(/T04:3\d:/);

    // A visitor reads beside the clock that this is the demo's time, and who runs it.
    await page.goto(stack.portal);
    const visitors = await openControl(page);
    await expect(visitors).toContainText('Nobody has changed it since the server started.');
    await expect(visitors.getByRole('button', { name: 'Pause' })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    // The admin pauses it while the evaluator looks for a call to publish.
    const office = await browser.newPage();
    await signedIn(office, stack.portal, demo, 'admin');
    await office.goto(stack.portal);
    const control = await openControl(office);
    await control.getByRole('button', { name: 'Pause' }).click();
    await expect(control).toContainText('It is paused.');
    await expect(control).toContainText(/Meera Iyer changed it last/);
    await expectAccessible(office);
    await expect(page.getByRole('button', { name: 'Demo time · paused' })).toBeVisible();

    const stocks = await losingCall(day);
    const began = Date.now();
    const { id, symbol } = await publish(await Person.demo(stack, demo, 'verified expert'), stack, day, stocks);
    await control.getByRole('button', { name: '60×' }).click();
    await expect(control).toContainText('It runs 60 times as fast.');
    const expert = await browser.newPage();
    await signedIn(expert, stack.portal, demo, 'verified expert');
    await expert.goto(`${stack.portal}/past-recommendations?reco=${id}`);
    const drawer = expert.getByRole('dialog', { name: new RegExp(symbol.replace('&', '\\&')) });
    await expect(drawer.getByText('Stop-loss reached').first()).toBeVisible({ timeout: 240_000 });
    await control.getByRole('button', { name: 'Go to the next session' }).click();
    await control.getByRole('button', { name: 'Real speed' }).click();
    await expect.poll(() => roots(stack)).toContain(day);
    await drawer.getByRole('button', { name: 'Verify this record' }).click();
    await expect(drawer.getByText(/^This record holds\./)).toBeVisible();
    expect(Date.now() - began, 'from publication to the check').toBeLessThan(300_000);
  } finally {
    await stack.stop();
  }
});
