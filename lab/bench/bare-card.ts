import type { Browser } from '@playwright/test';
import { type Site, serveSite } from '../../e2e/support/site.ts';
import type { Stack } from '../../e2e/support/stack.ts';
import { freshContext, PHONE_CPU, slowDown } from './browser.ts';
import type { OpenedPage } from './change-cost.ts';
import { sized } from './figure.ts';
import { cardFloor } from './floors/card/build.ts';
import { readAsPartner } from './partner-page.ts';

/** Changes of prices are measured on a phone's processor. */
export const CHANGE_CPU = PHONE_CPU;

/** What a tick changes in the bare card: the same as in a widget. */
export const CARD_TICKS = [
  { ltp: 2901.05, change_pct: 0.41 },
  { ltp: 2899.1, change_pct: 0.34 },
  { ltp: 2902.35, change_pct: 0.46 },
];

/** The bare card on a page of its own. */
export const serveBareCard = async (stack: Stack): Promise<Site> =>
  serveSite({
    '/card.js': { type: 'text/javascript', body: await cardFloor() },
    '/sentiment/RELIANCE': { type: 'application/json', body: await (await readAsPartner(stack))('RELIANCE') },
    '/': {
      type: 'text/html',
      body: '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Floor</title><script type="module" src="/card.js"></script><bare-card stock="RELIANCE"></bare-card></html>',
    },
  });

/** Opens a page of a phone's size whose main thread is measured by the processor's time; `prepare` runs in it before anything else. */
export async function openMeasured(browser: Browser, prepare: () => void, go: (page: OpenedPage['page']) => Promise<unknown>): Promise<OpenedPage> {
  const page = await (await freshContext(browser)).newPage();
  await page.addInitScript(prepare);
  const cdp = await slowDown(page, { cpu: CHANGE_CPU });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await go(page);
  await page.waitForTimeout(sized(1000, 100));
  return { page, cdp };
}
