import type { Browser, BrowserContext } from '@playwright/test';
import type { Stack } from '../../../e2e/support/stack.ts';
import { freshContext, openBrowser, PHONE_CPU, SLOW_4G, slowDown, type Visit, visit } from '../browser.ts';
import { type Figure, median, ms, sized, times } from '../figure.ts';
import { signInAs } from '../signed-in.ts';

const ROUNDS = sized(5, 1);
const CONDITIONS = { cpu: PHONE_CPU, network: SLOW_4G };
/** Words stand with the first paint, and make it no later: each by this much of it. */
const MOST = { words: 1.3, paint: 1.1, shift: 0.02 };
const LIST = '/experts-past-recommendations';
/** What a browser keeps of a list is kept some seconds after it came, ms. */
const KEPT_AFTER_MS = 6_000;

interface Page {
  readonly path: string;
  /** Its main sentence, or its first row. */
  readonly words: string;
  /** The demo account that opens it a second time; a visitor, for the first time, without. */
  readonly as?: string;
}
const PAGES: readonly Page[] = [
  { path: '/', words: 'main h1' },
  { path: '/stocks/RELIANCE', words: 'main [data-summary] b' },
  { path: LIST, words: 'main ul[aria-label="Live calls"] > li', as: 'Pro investor' },
];

/** When the words of three pages stand on a slow phone, as a part of their first paint, and what that costs the first paint: both in one run. */
export async function wordFigures(stack: Stack): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const figures: Figure[] = [];
    for (const page of PAGES) figures.push(...(await figuresOf(browser, stack, page)));
    return figures;
  } finally {
    await browser.close();
  }
}

async function figuresOf(browser: Browser, stack: Stack, page: Page): Promise<Figure[]> {
  const rounds: { said: Visit; mute: Visit }[] = [];
  for (const _ of times(ROUNDS)) {
    const mute = await open(browser, stack, page, false);
    rounds.push({ mute, said: await open(browser, stack, page, true) });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number): number => median(rounds.map(pick));
  const words = of(({ said }) => said.content / said.firstPaint);
  const paint = of(({ said, mute }) => said.firstPaint / mute.firstPaint);
  const shift = Math.max(...rounds.map(({ said }) => said.shift));
  const who = page.as ? `${page.as}, second visit` : 'visitor, first visit';
  return [
    {
      name: `Words of ${page.path}`,
      budget: `≤ ${MOST.words}× of first paint, shift ≤ ${MOST.shift}`,
      measured: `${ms(of(({ said }) => said.content))}, ${shift.toFixed(4)}`,
      ratio: words,
      pass: words <= MOST.words && shift <= MOST.shift,
      note: `slow 4G, CPU 4×, ${who}; without words ${ms(of(({ mute }) => mute.content))}`,
    },
    {
      name: `First paint of ${page.path}, with its words against without`,
      budget: `≤ ${MOST.paint}×`,
      measured: ms(of(({ said }) => said.firstPaint)),
      ratio: paint,
      pass: paint <= MOST.paint,
      note: `without ${ms(of(({ mute }) => mute.firstPaint))}`,
    },
  ];
}

/** `said` false: the same page without its words, as it was before there were any. */
async function open(browser: Browser, stack: Stack, { path, words, as }: Page, said: boolean): Promise<Visit> {
  const context = await freshContext(browser);
  try {
    if (as) await seeFirst(context, stack, path, words, as);
    const page = await context.newPage();
    // Both pass through the same hands.
    await page.route(stack.portal + path, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({
        response,
        body: said ? html : html.replace(/<style nonce="[^"]*">[^<]*<\/style><div data-words>.*?<\/div>(?=<i class="sk">)/s, ''),
      });
    });
    if (as && !said) await page.addInitScript(() => localStorage.removeItem('vimarsh.words'));
    const cdp = await slowDown(page, CONDITIONS);
    return await visit(page, cdp, stack.portal + path, { selector: words });
  } finally {
    await context.close();
  }
}

/** The visit before, of which the browser keeps what the page showed. */
async function seeFirst(context: BrowserContext, stack: Stack, path: string, words: string, as: string): Promise<void> {
  const page = await context.newPage();
  await signInAs(page, stack, as);
  await page.goto(stack.portal + path);
  await page.locator(words).first().waitFor();
  await page.waitForTimeout(KEPT_AFTER_MS);
  await page.close();
}
