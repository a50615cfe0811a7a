import type { Browser, BrowserContext } from '@playwright/test';
import { serveSite } from '../../../e2e/support/site.ts';
import type { Stack } from '../../../e2e/support/stack.ts';
import { freshContext, openBrowser, PHONE_CPU, SLOW_4G, slowDown, type Visit, visit } from '../browser.ts';
import { type Figure, kB, median, ms, sized, times } from '../figure.ts';
import { federationFloor } from '../floors/federation/build.ts';

const ROUNDS = sized(5, 1);
const CONDITIONS = { cpu: PHONE_CPU, network: SLOW_4G };
/** Drawn by the page's scripts: the same calls stand in its HTML before, of which `words.figures.ts` tells. */
const CONTENT = { selector: '#outlet > [id^=module-] ul[aria-label="Closed calls"] > li', count: 6 };

/** First page of a stranger: bytes and requests until six closed calls stand, and how long that takes on a slow phone, against React with one native remote. */
export async function pageFigures(stack: Stack): Promise<Figure[]> {
  const answer = (await (await fetch(`${stack.portal}/reco/v1/public`)).json()) as { data: { closed: unknown[] } };
  if (answer.data.closed.length < 6) throw new Error(`the demo shows ${answer.data.closed.length} closed calls, not six`);
  const floor = await serveSite(await federationFloor(answer.data.closed));
  const browser = await openBrowser();
  try {
    const rounds: { ours: Pair; floor: Pair }[] = [];
    for (const _ of times(ROUNDS))
      rounds.push({
        floor: await coldAndWarm(browser, `${floor.origin}/`, { selector: '#outlet li', count: 6 }),
        ours: await coldAndWarm(browser, `${stack.portal}/`, CONTENT),
      });
    const of = (pick: (round: (typeof rounds)[number]) => number): number => median(rounds.map(pick));
    const { requests } = rounds.at(-1)!.ours.cold;
    const scripts = requests.filter(({ type }) => type === 'Script');
    const bytes = scripts.reduce((sum, request) => sum + request.bytes, 0);
    const cold = of(({ ours }) => ours.cold.content);
    const warm = of(({ ours }) => ours.warm.content);
    const shift = Math.max(...rounds.map(({ ours }) => ours.cold.shift));
    const blocked = of(({ ours }) => ours.cold.blocked);
    const floorBytes = rounds
      .at(-1)!
      .floor.cold.requests.filter(({ type }) => type === 'Script')
      .reduce((sum, request) => sum + request.bytes, 0);
    const kinds = [...new Set(requests.map(({ type }) => type))].map(
      (type) => `${requests.filter((request) => request.type === type).length} ${type.toLowerCase()}`,
    );
    return [
      {
        name: 'Public page, JS until content',
        budget: '≤ 102 kB br',
        measured: kB(bytes),
        ratio: bytes / floorBytes,
        pass: bytes <= 102_000,
        note: `floor React and one native remote: ${kB(floorBytes)}`,
      },
      { name: 'Public page, requests until content', budget: '≤ 12', measured: String(requests.length), pass: requests.length <= 12, note: kinds.join(', ') },
      {
        name: 'Public page, content, cold',
        budget: '≤ 2.5 s',
        measured: ms(cold),
        ratio: of(({ ours, floor }) => ours.cold.content / floor.cold.content),
        pass: cold <= 2500,
        note: `slow 4G, CPU 4×; first paint ${ms(of(({ ours }) => ours.cold.firstPaint))}; floor ${ms(of(({ floor }) => floor.cold.content))}`,
      },
      {
        name: 'Public page, content, warm',
        budget: '≤ 1.3 s',
        measured: ms(warm),
        ratio: of(({ ours, floor }) => ours.warm.content / floor.warm.content),
        pass: warm <= 1300,
        note: `without service worker; floor ${ms(of(({ floor }) => floor.warm.content))}`,
      },
      { name: 'Public page, layout shift', budget: '≤ 0.02', measured: shift.toFixed(4), pass: shift <= 0.02, note: `worst of ${ROUNDS}` },
      {
        name: 'Public page, main thread blocked',
        budget: '≤ 100 ms',
        measured: ms(blocked),
        pass: blocked <= 100,
        note: `CPU 4×; floor ${ms(of(({ floor }) => floor.cold.blocked))}`,
      },
    ];
  } finally {
    await browser.close();
    floor.close();
  }
}

interface Pair {
  cold: Visit;
  warm: Visit;
}

async function coldAndWarm(browser: Browser, url: string, until: { selector: string; count: number }): Promise<Pair> {
  const context: BrowserContext = await freshContext(browser);
  try {
    const once = async (): Promise<Visit> => {
      const page = await context.newPage();
      const cdp = await slowDown(page, CONDITIONS);
      const seen = await visit(page, cdp, url, until);
      await page.close();
      return seen;
    };
    return { cold: await once(), warm: await once() };
  } finally {
    await context.close();
  }
}
