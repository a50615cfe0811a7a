import type { CDPSession, Page, Request } from '@playwright/test';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/story.ts';

/** Many widgets on one partner page: one session, one stream, nothing while nobody looks. On a stack of its own: it crashes. */
test.use({ stackOptions: { partnerSite: true } });

const COUNT = 50;

interface Asked {
  readonly sessions: string[];
  readonly streams: string[];
  readonly openStreams: Set<string>;
  readonly preflights: string[];
}

/** What the browser asks our service for, preflights too. */
async function watchRequests(page: Page): Promise<Asked> {
  const asked: Asked = { sessions: [], streams: [], openStreams: new Set(), preflights: [] };
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.requestWillBeSent', ({ requestId, request: { url }, type }) => {
    if (!url.includes('/embed/v1/')) return;
    if (type === 'Preflight') asked.preflights.push(url);
    else if (url.includes('/embed/v1/stream')) {
      asked.streams.push(url);
      asked.openStreams.add(requestId);
    } else asked.sessions.push(url);
  });
  for (const event of ['Network.loadingFinished', 'Network.loadingFailed'] as const)
    cdp.on(event, ({ requestId }: { requestId: string }) => void asked.openStreams.delete(requestId));
  return asked;
}

/** The partner's watchlist, with everything on it at work from the start. */
const openWatchlist = (page: Page, stack: Stack, ...stocks: string[]): Promise<unknown> =>
  page.goto(`${stack.partnerSite}/watchlist?load=eager&stocks=${stocks.map(encodeURIComponent).join()}`);

/** Counts what the widgets tell, pending timers of the whole page, and lets a test hide the page. */
const instrument = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = { data: {} as Record<string, number>, timers: new Set<number>(), hidden: false };
    Object.assign(window, { seen });
    document.addEventListener('vimarsh:data', (event) => {
      const stock = (event.target as Element).getAttribute('stock')!;
      seen.data[stock] = (seen.data[stock] ?? 0) + 1;
    });
    const [set, clear] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
    window.setTimeout = ((work: () => void, ms?: number) => {
      const id = set(() => {
        seen.timers.delete(id);
        work();
      }, ms) as unknown as number;
      seen.timers.add(id);
      return id;
    }) as typeof window.setTimeout;
    window.clearTimeout = ((id: number) => {
      seen.timers.delete(id);
      clear(id);
    }) as typeof window.clearTimeout;
    Object.defineProperty(document, 'hidden', { get: () => seen.hidden });
  });
interface Seen {
  readonly seen: { readonly data: Record<string, number>; readonly timers: ReadonlySet<number>; hidden: boolean };
}
const dataOf = (page: Page): Promise<Record<string, number>> => page.evaluate(() => (window as unknown as Seen).seen.data);
const timersOf = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as Seen).seen.timers.size);
const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    (window as unknown as Seen).seen.hidden = value;
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/** Stocks that trade: a halted one has no changes to tell of. */
async function stocksOf(stack: Stack): Promise<string[]> {
  const found = await Promise.all(
    [...'ABCHIMNSTR'].map(async (letter) => {
      const answer = await fetch(`${stack.portal}/market/v1/instruments?search=${letter}&limit=20`);
      return ((await answer.json()) as { data: { symbol: string; kind: string; status: string }[] }).data;
    }),
  );
  const stocks = found.flat().filter(({ kind, status }) => kind === 'equity' && status === 'active');
  return [...new Set(stocks.map(({ symbol }) => symbol))].slice(0, COUNT);
}

test('fifty widgets make one stream and at most two requests for data, none of which needs permission first; what changes reaches all of them', async ({
  page,
  stack,
}) => {
  const asked = await watchRequests(page);
  await instrument(page);
  const stocks = await stocksOf(stack);
  expect(stocks).toHaveLength(COUNT);
  await openWatchlist(page, stack, ...stocks);
  await expect(page.getByRole('region', { name: /^Market sentiment of/ })).toHaveCount(COUNT);
  await expect.poll(() => asked.openStreams.size).toBe(1);
  const before = await dataOf(page);
  expect(Object.keys(before)).toHaveLength(COUNT);
  await expect.poll(async () => Object.entries(await dataOf(page)).filter(([stock, count]) => count > before[stock]!).length).toBe(COUNT);
  expect(asked.sessions.length).toBeLessThanOrEqual(2);
  expect(asked.streams).toHaveLength(1);
  expect(asked.preflights).toEqual([]);
  // What the server has logged names no token.
  const token = new URL(asked.streams[0]!).searchParams.get('watch')!.split('~')[0]!;
  expect(token.length).toBeGreaterThan(60);
  expect(stack.log()).not.toContain(token);
});

test('two hundred names that are none, beside five stocks: the stocks live, each of the others says in its own box what it does not know', async ({
  page,
  stack,
}) => {
  await instrument(page);
  const shapes: readonly ((n: number) => string)[] = [
    (n) => `{{stock.${n}}}`,
    (n) => `<i>${n}</i>`,
    (n) => `शेयर ${n}`,
    (n) => `NO_SUCH/${n}`,
    (n) => `-${n}-`,
    (n) => `Q${n}${'X'.repeat(30)}`,
    (n) => `"${n}'`,
    // Well written, and no stock.
    (n) => `NOSUCH${n}`,
  ];
  let seed = 20_261_120;
  const bad = Array.from({ length: 200 }, (_, n) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return shapes[seed % shapes.length]!(n);
  });
  const good = (await stocksOf(stack)).slice(0, 5);
  await openWatchlist(page, stack, ...bad.flatMap((name, n) => (n < good.length ? [name, good[n]!] : [name])));
  const said = (): Promise<Record<string, string>> =>
    page
      .locator('vimarsh-sentiment')
      .evaluateAll((widgets) =>
        Object.fromEntries(widgets.map((widget) => [widget.getAttribute('stock')!, widget.shadowRoot?.querySelector('[role=status]')?.textContent ?? ''])),
      );
  await expect.poll(async () => Object.values(await said()).filter(Boolean).length).toBe(bad.length);
  const words = await said();
  for (const name of bad) expect(words[name]).toBe(`We don’t know “${name.toUpperCase().slice(0, 40)}”.`);
  const before = await dataOf(page);
  expect(Object.keys(before).toSorted()).toEqual(good.toSorted());
  await expect.poll(async () => Object.entries(await dataOf(page)).filter(([stock, count]) => count > before[stock]!).length).toBe(5);
});

test('the same stock in several widgets, and one more added later: still one line, and the newcomer is on it', async ({ page, stack, demo }) => {
  const asked = await watchRequests(page);
  await instrument(page);
  await openWatchlist(page, stack, 'TCS', 'TCS', 'INFY');
  await expect(page.getByRole('region')).toHaveCount(3);
  await expect.poll(() => asked.openStreams.size).toBe(1);
  expect(asked.sessions).toHaveLength(1);
  await page.evaluate((key) => {
    const widget = document.createElement('vimarsh-sentiment');
    widget.setAttribute('stock', 'SBIN');
    widget.setAttribute('access-key', key);
    document.querySelector('h1')!.after(widget);
  }, demo.widget.access_key);
  await expect(page.getByRole('region', { name: 'Market sentiment of SBIN' })).toBeVisible();
  await expect.poll(() => asked.streams.length).toBe(2);
  await expect.poll(() => asked.openStreams.size).toBe(1);
  const before = (await dataOf(page)).SBIN!;
  await expect.poll(async () => (await dataOf(page)).SBIN).toBeGreaterThan(before);
  expect(asked.sessions).toHaveLength(2);
});

test('a hidden page has no stream and no timer; when it is seen again it goes on from where it was', async ({ page, stack }) => {
  const asked = await watchRequests(page);
  await instrument(page);
  await openWatchlist(page, stack, 'TCS');
  await expect.poll(() => asked.openStreams.size).toBe(1);
  // Not a price alone: figures that were computed anew.
  const figuresOf = () =>
    page
      .locator('vimarsh-sentiment')
      .first()
      .evaluate((widget) => (widget as unknown as { snapshot(): { asOf: string } | null }).snapshot()?.asOf);
  const first = await figuresOf();
  await expect.poll(figuresOf).not.toBe(first);
  const since = (at: number): number => Number(new URL(asked.streams[at]!).searchParams.get('since')!.split('-')[1]);
  await setHidden(page, true);
  await expect.poll(() => asked.openStreams.size).toBe(0);
  expect(await timersOf(page)).toBe(0);
  await page.waitForTimeout(3000);
  expect(asked.streams).toHaveLength(1);
  expect(await timersOf(page)).toBe(0);
  await setHidden(page, false);
  await expect.poll(() => asked.openStreams.size).toBe(1);
  expect(since(1)).toBeGreaterThan(since(0));
  expect(asked.sessions).toHaveLength(1);
});

test('widgets that are far from the screen keep no stream', async ({ page, stack }) => {
  const asked = await watchRequests(page);
  await openWatchlist(page, stack, 'TCS');
  await page.evaluate(() => document.querySelector('main')!.style.setProperty('padding-bottom', '5000px'));
  await expect.poll(() => asked.openStreams.size).toBe(1);
  await page.evaluate(() => scrollTo(0, 4000));
  await expect.poll(() => asked.openStreams.size).toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => asked.openStreams.size).toBe(1);
});

test('a proxy that keeps the stream to itself: the widgets are renewed by polling', async ({ page, stack }) => {
  await page.clock.install();
  let streams = 0;
  await page.route('**/embed/v1/stream*', () => {
    streams += 1;
  });
  let sessions = 0;
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('/embed/v1/session')) return;
    sessions += 1;
    underWay.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', (request) => underWay.delete(request));
  await openWatchlist(page, stack, 'TCS');
  await expect(page.getByRole('region', { name: 'Market sentiment of TCS' })).toBeVisible();
  // Twice eight seconds without a word, then every fifteen seconds a question.
  for (const count of [1, 2]) {
    await expect.poll(() => streams).toBe(count);
    await page.clock.fastForward(8_000);
  }
  for (let poll = 0; poll < 2; poll += 1) {
    const before = sessions;
    // The next wait begins when the last answer has been read, which nobody outside sees; a question whose clock is moved
    // while it is under way counts as lost, and the stream is tried once more.
    const asked = async (): Promise<number> => {
      if (underWay.size === 0) await page.clock.fastForward(15_000);
      return sessions;
    };
    await expect.poll(asked).toBeGreaterThan(before);
  }
  expect(streams).toBe(2);
});

test('our service crashes and comes back: the numbers stay, marked, and move again by themselves', async ({ page, stack }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const asked = await watchRequests(page);
  await instrument(page);
  await openWatchlist(page, stack, 'TCS');
  const region = page.getByRole('region', { name: 'Market sentiment of TCS' });
  await expect.poll(() => asked.openStreams.size).toBe(1);
  await stack.crash();
  await expect(region).toBeVisible();
  await expect.poll(() => asked.openStreams.size, { timeout: 45_000 }).toBe(1);
  const before = (await dataOf(page)).TCS!;
  await expect.poll(async () => (await dataOf(page)).TCS).toBeGreaterThan(before);
  expect(errors).toEqual([]);
});
