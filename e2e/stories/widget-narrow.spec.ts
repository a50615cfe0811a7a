import type { Locator } from '@playwright/test';
import { expect, testAfterClose as test } from '../support/story.ts';
import { element, frameOf, regionIn, WIDGETS } from '../support/widgets.ts';

/** Widgets in narrow columns, in large type and on pages of another theme: everything that has to be said can be read. */

/** What of a card can't be read: words cut off within their line, or outside of the card. */
const cutWords = (region: Locator): Promise<string[]> =>
  region.evaluate((card) => {
    const edge = card.getBoundingClientRect();
    return [...card.querySelectorAll<HTMLElement>('*')].flatMap((one) => {
      const own = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '');
      if (own.length === 0 || !one.checkVisibility() || one.closest('svg,[aria-hidden=true]')) return [];
      // What scrolls can be read.
      for (let around = one.parentElement; around && around !== card; around = around.parentElement)
        if (getComputedStyle(around).overflowY === 'auto' && around.scrollWidth <= around.clientWidth) return [];
      const range = document.createRange();
      return own.flatMap((text) => {
        range.selectNodeContents(text);
        const at = range.getBoundingClientRect();
        const isCut = at.width > 1 && (at.right > edge.right || at.left < edge.left || at.bottom > edge.bottom);
        const isClipped = getComputedStyle(one).overflow !== 'visible' && one.scrollWidth > one.clientWidth + 1;
        return isCut || isClipped ? [text.textContent!.trim()] : [];
      });
    });
  });

for (const lang of ['en', 'hi'] as const)
  test(`the sentiment card says everything from 280 to 400 px, ${lang === 'hi' ? 'in Hindi' : 'in English'}, and in type twice as large`, async ({
    page,
    stack,
  }) => {
    await page.goto(`${stack.partnerSite}/sentiment`);
    const host = element(page, 'sentiment');
    await host.evaluate((one, language) => one.setAttribute('lang', language), lang);
    const region = host.getByRole('region', { name: lang === 'hi' ? WIDGETS.sentiment.hindi : WIDGETS.sentiment.region });
    await expect(region).toBeVisible();
    await expect(region.getByText(lang === 'hi' ? /सिम्युलेटेड|कृत्रिम|simulated/ : /simulated/)).toBeVisible();
    for (const type of ['', '24px', '32px'])
      for (const width of [280, 300, 319, 320, 340, 360, 400]) {
        await host.evaluate(
          (one, { px, size }) => {
            one.style.setProperty('width', `${px}px`, 'important');
            const box = one.shadowRoot!.querySelector<HTMLElement>('.box')!;
            if (size) box.style.setProperty('--rem', size);
          },
          { px: width, size: type },
        );
        expect(await cutWords(region), `${width} px, type ${type || 'as usual'}`).toEqual([]);
        if (type) continue;
        expect((await region.boundingBox())!.height, `${width} px`).toBe(208);
        // Nothing is cut through its letters: from the width of a card on a phone on, all drivers stand without a scroll.
        if (width >= 300 && lang === 'en')
          expect(
            await region.locator('ul').evaluate((list) => list.parentElement!.parentElement!.scrollHeight - list.parentElement!.parentElement!.clientHeight),
            `${width} px`,
          ).toBeLessThanOrEqual(0);
      }
  });

test('a reader’s larger type counts on every page, whatever its root’s size is', async ({ page, stack }) => {
  await page.goto(`${stack.partnerSite}/sentiment`);
  const region = regionIn(element(page, 'sentiment'), 'sentiment', 'RELIANCE');
  await page.addStyleTag({ content: 'html{font-size:62.5%!important}' }).catch(() => undefined);
  await expect(region).toHaveCSS('font-size', '13px');
  await element(page, 'sentiment').evaluate((host) => host.shadowRoot!.querySelector<HTMLElement>('.box')!.style.setProperty('--rem', '32px'));
  await expect(region).toHaveCSS('font-size', '26px');
  const framed = regionIn(frameOf(page), 'sentiment', 'RELIANCE');
  await expect(framed).toHaveCSS('font-size', '13px');
  await framed.evaluate((card) => {
    card.ownerDocument.documentElement.style.fontSize = '200%';
  });
  await expect(framed).toHaveCSS('font-size', '26px');
});

for (const kind of ['equity', 'options'] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`${kind}, ${theme} and as high as its content, is read on a page of the other theme`, async ({ page, stack }) => {
      await page.goto(`${stack.partnerSite}/${kind}`);
      const host = element(page, kind);
      await host.evaluate((one, own) => {
        one.setAttribute('theme', own);
        one.setAttribute('fit', 'content');
        document.body.style.setProperty('background', own === 'light' ? '#000' : '#fff', 'important');
      }, theme);
      const region = regionIn(host, kind, kind === 'options' ? 'NIFTY' : 'RELIANCE');
      await expect(region).toBeVisible();
      const words = region.locator('p[lang=en], p:has(> [lang=en])').last();
      await expect(words).toBeVisible();
      const contrast = await words.evaluate((one) => {
        const numbers = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
        const light = (colour: string): number => {
          const [red, green, blue] = numbers(colour).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
          return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
        };
        let ground: Element | null = one;
        const colourOf = (element: Element): string => getComputedStyle(element).backgroundColor;
        while (ground && numbers(colourOf(ground))[3] === 0)
          ground = ground.parentElement ?? ((ground.getRootNode() as ShadowRoot).host as Element | undefined) ?? null;
        const [ink, paper] = [light(getComputedStyle(one).color), ground ? light(colourOf(ground)) : 1];
        return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
      });
      expect(contrast).toBeGreaterThanOrEqual(4.5);
    });
