import type { Locator, Page } from '@playwright/test';
import { expect, testAfterClose as test } from '../support/story.ts';
import { openWidget, regionIn } from '../support/widgets.ts';

/** The option chain where room or colours are scarce: on the smallest phone, in a contrast theme, on paper. After the close, so that figures stand still. */

const chainOf = (scope: Parameters<typeof regionIn>[0]): Locator => scope.getByRole('group', { name: 'Option chain of NIFTY' });

/** What of a chain is in sight in its own box. */
const inSight = (chain: Locator) =>
  chain.evaluate((box) => {
    const frame = box.getBoundingClientRect();
    const isIn = (element: Pick<Element, 'getBoundingClientRect'>): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left >= frame.left - 1 && right <= frame.right + 1 && top >= frame.top - 1 && bottom <= frame.bottom + 1;
    };
    const money = box.querySelector('tr[data-atm]')!;
    const [strike] = money.querySelectorAll('th');
    const heads = [...box.querySelectorAll('thead tr:last-child th')];
    const head = box.querySelector('thead')!.getBoundingClientRect();
    const middle = heads[Math.floor(heads.length / 2)]!.getBoundingClientRect();
    return {
      money: isIn(strike!),
      callPrice: isIn(strike!.previousElementSibling!),
      putPrice: isIn(strike!.nextElementSibling!),
      sides: [...box.querySelectorAll('thead th[scope=colgroup]')].map((side) => {
        const words = document.createRange();
        words.selectNodeContents(side);
        return isIn(words) ? side.textContent : '';
      }),
      head: Math.abs(head.top - frame.top) <= 2,
      names: heads.filter(isIn).map((each) => each.textContent!.trim()),
      /** Nothing of the body is drawn over the head. */
      covered: (box.getRootNode() as Document).elementFromPoint(middle.left + middle.width / 2, middle.top + middle.height / 2)?.closest('thead') === null,
    };
  });

for (const place of ['portal page', 'element', 'iframe'] as const)
  test(`at 320 px the chain opens at the money, prices of call and put beside the strike, and its head stays (${place})`, async ({ page, stack, demo }) => {
    await page.setViewportSize({ width: 320, height: 720 });
    const scope = await openWidget(page, { stack, demo }, 'options', place, 'NIFTY');
    const chain = chainOf(scope);
    await chain.evaluate((box) => box.scrollIntoView({ block: 'center' }));
    const opened = await inSight(chain);
    expect(opened).toMatchObject({ money: true, callPrice: true, putPrice: true, sides: ['Calls', 'Puts'], head: true, covered: false });
    expect(opened.names.filter((name) => name === 'Price')).toHaveLength(2);
    for (const [left, top] of [
      [0, 0],
      [9999, 9999],
    ] as const) {
      await chain.evaluate((box, to) => box.scrollTo(to[0]!, to[1]!), [left, top]);
      expect(await inSight(chain)).toMatchObject({ head: true, covered: false });
    }
    // Where it was scrolled to it stays: more columns come, the rows do not jump.
    const before = await chain.evaluate((box) => box.scrollTop);
    await scope.getByRole('button', { name: 'Greeks' }).click();
    await expect(chain.getByText('Gamma').first()).toBeAttached();
    expect(await chain.evaluate((box) => box.scrollTop)).toBe(before);
  });

/** Colours of what is drawn. */
const drawn = (region: Locator) =>
  region.evaluate((section) => {
    const bars = [...section.querySelectorAll('td span > span')]
      .filter((bar) => bar.getBoundingClientRect().width > 1)
      .map((bar) => getComputedStyle(bar).backgroundColor);
    const shapes = [...section.querySelectorAll('svg rect')].map((shape) => getComputedStyle(shape).fill);
    const lines = [...section.querySelectorAll('svg polyline')].map((line) => getComputedStyle(line).stroke);
    return { bars: [...new Set(bars)], shapes: [...new Set(shapes)], lines: [...new Set(lines)] };
  });

test('in a contrast theme bars, columns and lines take its colours instead of vanishing, calls and puts apart', async ({ page, stack, demo }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  const scope = await openWidget(page, { stack, demo }, 'options', 'element', 'NIFTY');
  const region = regionIn(scope, 'options', 'NIFTY');
  await expect(region).toBeVisible();
  // The page around asks for a light widget; the visitor's theme is black all the same.
  await page.locator('vimarsh-options').evaluate((host) => host.setAttribute('theme', 'light'));
  const canvas = await page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'Canvas';
    document.body.append(probe);
    probe.style.setProperty('forced-color-adjust', 'none');
    return getComputedStyle(probe).color;
  });
  const { bars, shapes, lines } = await drawn(region);
  expect(bars).toHaveLength(2);
  expect(shapes).toHaveLength(2);
  expect(lines.length).toBeGreaterThan(0);
  for (const colour of [...bars, ...shapes, ...lines]) expect(colour).not.toBe(canvas);
});

async function onPaper(page: Page): Promise<void> {
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print' });
}

for (const place of ['portal page', 'element'] as const)
  test(`on paper the whole insight stands, dark on white, every column of the chain too (${place})`, async ({ page, stack, demo }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const scope = await openWidget(page, { stack, demo }, 'options', place, 'NIFTY');
    const region = regionIn(scope, 'options', 'NIFTY');
    await expect(region).toBeVisible();
    for (const name of ['Quotes', 'Greeks']) await region.getByRole('button', { name, exact: true }).click();
    await onPaper(page);
    const cut = await region.evaluate((section) => {
      const clips: string[] = [];
      for (let box: Element | null = section; box; box = box.parentElement ?? ((box.getRootNode() as ShadowRoot).host || null)) {
        const { overflowX, overflowY, contain } = getComputedStyle(box);
        const isCut = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
        if (isCut && box.clientHeight > 0 && (overflowX !== 'visible' || overflowY !== 'visible' || /paint|content|strict/.test(contain)))
          clips.push(`${box.localName}.${box.className}`);
      }
      for (const box of section.querySelectorAll('[role=group]'))
        if (getComputedStyle(box).overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1) clips.push(box.ariaLabel ?? '');
      return clips;
    });
    expect(cut).toEqual([]);
    const chain = chainOf(scope);
    const { right, of } = await chain.evaluate((box) => ({
      right: box.querySelector('table')!.getBoundingClientRect().right,
      of: document.documentElement.clientWidth,
    }));
    expect(right).toBeLessThanOrEqual(of);
    expect(await region.evaluate((section) => getComputedStyle(section).color)).toMatch(/^rgb\((1\d|2\d), /);
  });

for (const place of ['element', 'iframe'] as const)
  test(`the strategy builder comes to who reads that far (${place}); without its code everything else stands, and it can be fetched again`, async ({
    page,
    stack,
    demo,
  }) => {
    let away = true;
    const files: string[] = [];
    await page.route('**/strategy.js*', (route) => {
      files.push(route.request().url());
      return away ? route.abort() : route.continue();
    });
    const region = regionIn(await openWidget(page, { stack, demo }, 'options', place, 'NIFTY'), 'options', 'NIFTY');
    await expect(region.getByRole('group', { name: 'Option chain of NIFTY' })).toBeVisible();
    const card = region.getByRole('group', { name: 'Strategy', exact: true });
    expect(files).toEqual([]);
    await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect(card.getByRole('status')).toHaveText('This part could not be loaded.');
    away = false;
    await card.getByRole('button', { name: 'Try again' }).click();
    await card.getByRole('button', { name: 'Iron condor' }).click();
    await expect(card.getByText('Largest profit')).toBeVisible();
  });
