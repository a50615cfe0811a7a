import type { Browser } from '@playwright/test';
import type { Stack } from '../../../e2e/support/stack.ts';
import { freshContext, openBrowser, PHONE_CPU, SLOW_4G, slowDown, visit } from '../browser.ts';
import { type Figure, median, ms, sized, times } from '../figure.ts';
import { signInAs } from '../signed-in.ts';

const ROUNDS = sized(3, 1);
const CONDITIONS = { cpu: PHONE_CPU, network: SLOW_4G };
const SHIFT = 0.02;

interface Screen {
  readonly path: string;
  /** The demo account that opens it; a visitor without. */
  readonly as?: string;
  /** What stands once its content has come. */
  readonly content: string;
  /** ms; told only without. */
  readonly within?: number;
}

/** The screens people open most, with the look's promises for three of them; nothing may jump on any. */
const SCREENS: readonly Screen[] = [
  { path: '/', content: 'ul[aria-label="Closed calls"] > li', within: 2500 },
  { path: '/experts-past-recommendations', as: 'Pro investor', content: 'main li', within: 2500 },
  {
    path: '/stocks/RELIANCE',
    as: 'Pro investor',
    content: 'main strong ~ b',
    within: 3000,
  },
  { path: '/performers', content: 'main li' },
  { path: '/login', content: 'main form' },
  { path: '/equity-insights/RELIANCE', content: 'main [role="group"]' },
  { path: '/options-insights/NIFTY', content: 'main [role="group"]' },
  { path: '/expert-past-strategy-options', as: 'Pro investor', content: 'main li' },
  { path: '/expert-store', as: 'Pro investor', content: 'main li' },
  { path: '/expert-dashboard?user_id=exp_09', as: 'Pro investor', content: 'main [data-picture] h2' },
  { path: '/equity-watchlist', as: 'Pro investor', content: 'main li' },
  { path: '/expert-view-lite', as: 'Pro investor', content: 'main li' },
  { path: '/pricing', as: 'Premium investor', content: 'main a[href^="/pricing/"]' },
  { path: '/upload-recommendation/TCS', as: 'verified expert', content: 'main form, main fieldset, main input' },
  { path: '/my-dashboard', as: 'verified expert', content: 'main [aria-labelledby="desk-today"]' },
];

/** Each screen opened by its address with nothing kept, on a slow phone in a slow network: when its content stands, and whether anything jumps. */
export async function screenFigures(stack: Stack): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const sessions = await signInAll(browser, stack);
    const figures: Figure[] = [];
    for (const screen of SCREENS) {
      const visits = [];
      for (const _ of times(ROUNDS)) visits.push(await openCold(browser, stack, screen, sessions.get(screen.as ?? '')));
      const content = median(visits.map((seen) => seen.content));
      const shift = Math.max(...visits.map((seen) => seen.shift));
      figures.push({
        name: `Screen ${screen.path}`,
        budget: `${screen.within ? `≤ ${ms(screen.within)}, ` : ''}shift ≤ ${SHIFT}`,
        measured: `${ms(content)}, ${shift.toFixed(4)}`,
        pass: content <= (screen.within ?? Number.POSITIVE_INFINITY) && shift <= SHIFT,
        note: `slow 4G, CPU 4×, cold, ${screen.as ?? 'visitor'}; first paint ${ms(median(visits.map((seen) => seen.firstPaint)))}`,
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

type Session = Awaited<ReturnType<Awaited<ReturnType<typeof freshContext>>['storageState']>>;

/** What a browser keeps of each account's session. */
async function signInAll(browser: Browser, stack: Stack): Promise<Map<string, Session>> {
  const sessions = new Map<string, Session>();
  for (const shows of new Set(SCREENS.flatMap(({ as }) => as ?? []))) {
    const context = await freshContext(browser);
    await signInAs(await context.newPage(), stack, shows);
    sessions.set(shows, await context.storageState());
    await context.close();
  }
  return sessions;
}

async function openCold(browser: Browser, stack: Stack, { path, content }: Screen, session: Session | undefined) {
  const context = await freshContext(browser, { width: 412, height: 915 }, session);
  try {
    const page = await context.newPage();
    return await visit(page, await slowDown(page, CONDITIONS), stack.portal + path, { selector: content });
  } finally {
    await context.close();
  }
}
