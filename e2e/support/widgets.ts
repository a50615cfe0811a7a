import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { Demo, Stack } from './stack.ts';

/** The three insights and the three places where each can stand. */
export const WIDGETS = {
  sentiment: {
    tag: 'vimarsh-sentiment',
    by: 'stock',
    code: 'TCS',
    other: 'M&M',
    region: 'Market sentiment of',
    hindi: 'बाज़ार का रुख',
    height: 208,
    portal: '/market-sentiment?stock=',
  },
  equity: {
    tag: 'vimarsh-equity',
    by: 'stock',
    code: 'TCS',
    other: 'BAJAJ-AUTO',
    region: 'Equity insight of',
    hindi: 'इक्विटी इनसाइट',
    height: 640,
    portal: '/equity-insights/',
  },
  options: {
    tag: 'vimarsh-options',
    by: 'index',
    code: 'NIFTY',
    other: 'BANKNIFTY',
    region: 'Options insight of',
    hindi: 'ऑप्शन इनसाइट',
    height: 720,
    portal: '/options-insights/',
  },
} as const;
export type WidgetKind = keyof typeof WIDGETS;
export const KINDS = Object.keys(WIDGETS) as WidgetKind[];

export const PLACES = ['portal page', 'element', 'iframe'] as const;
export type Place = (typeof PLACES)[number];

/** Addresses of the requests that bring a widget's data, wherever it stands. */
export const DATA_REQUESTS = /\/(embed|insights)\/v1\//;

export const element = (page: Page, kind: WidgetKind): Locator => page.locator(WIDGETS[kind].tag);
export const frameOf = (page: Page): FrameLocator => page.frameLocator('main > iframe');

/** What a partner's page may wish of a widget. */
export type Display = Readonly<Partial<Record<'lang' | 'density' | 'sections', string>>>;

/** Opens a widget of `code` in a place and answers where it stands. */
export async function openWidget(
  page: Page,
  { stack, demo }: { stack: Stack; demo: Demo },
  kind: WidgetKind,
  place: Place,
  code: string,
  display: Display = {},
): Promise<Scope> {
  const name = encodeURIComponent(code);
  if (place === 'portal page') {
    await page.goto(`${stack.portal}${WIDGETS[kind].portal}${name}`);
    return page.locator('main');
  }
  await page.goto(`${stack.partnerSite}/${kind}?stock=${name}&key=${demo.widget.access_key}&${new URLSearchParams(display)}`);
  return place === 'element' ? element(page, kind) : frameOf(page);
}
export type Scope = Pick<Locator, 'getByRole' | 'getByText' | 'locator'>;

export const regionIn = (scope: Scope, kind: WidgetKind, code: string): Locator =>
  scope.getByRole('region', { name: `${WIDGETS[kind].region} ${code}`, exact: true });
export const hindiRegionIn = (scope: Scope, kind: WidgetKind, code: string): Locator =>
  scope.getByRole('region', { name: `${code}: ${WIDGETS[kind].hindi}`, exact: true });
