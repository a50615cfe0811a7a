import { expect, type Page } from '@playwright/test';

/** The most that a screen may move while it comes (architecture, budgets): the sum of what the browser calls layout shifts. */
const MOST = 0.02;

interface Moved {
  readonly value: number;
  /** What moved, from where to where. */
  readonly what: readonly string[];
}

/** From the next page on, notes what moves without anybody pressing anything. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const moved: Moved[] = [];
    Object.assign(window, { moved });
    const box = ({ x, y, width, height }: DOMRectReadOnly): string => `${Math.round(x)},${Math.round(y)} ${Math.round(width)}×${Math.round(height)}`;
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRectReadOnly; readonly currentRect: DOMRectReadOnly }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const what = sources.map(
          ({ node, previousRect, currentRect }) => `${node?.textContent?.slice(0, 40) ?? 'what is gone'}: ${box(previousRect)} → ${box(currentRect)}`,
        );
        if (!hadRecentInput) moved.push({ value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The open page has not moved under the eye; what did is named. */
export async function expectNoShift(page: Page): Promise<void> {
  const moved = await page.evaluate(() => (window as unknown as { moved: Moved[] }).moved);
  const sum = moved.reduce((total, { value }) => total + value, 0);
  const told = moved.filter(({ value }) => value > 0.001).flatMap(({ value, what }) => what.map((one) => `${value.toFixed(3)} ${one}`));
  expect(sum, `what moved on ${page.url()}:\n${told.join('\n')}`).toBeLessThanOrEqual(MOST);
}
