import type { Locator } from '@playwright/test';
import { expect, expectAccessible, testAfterClose as test } from '../support/story.ts';
import { element, hindiRegionIn, KINDS, openWidget, regionIn, WIDGETS } from '../support/widgets.ts';

/** After the close, so that figures stand still. How a partner's page may have a widget: its language, its sections, its density. */

/** Symbols, names of methods and abbreviations that Hindi pages write in Latin, too. */
const LATIN =
  'NSE IST RSI MACD ADX ATR SMA EMA VWMA VWAP MFI OBV IV OI ΔOI PCR ATM NIFTY TCS F O R1 R2 R3 S1 S2 S3 P H L C D K DI Black Black-Scholes σ Δ Tata Consultancy Services Infosys Technologies Wipro Coforge Mphasis'.split(
    ' ',
  );

/** Latin words that can be read, or are read out, without being marked as English. Methods have names with hyphens. */
const unmarked = (region: Locator): Promise<string[]> =>
  region.evaluate((root, known) => {
    const said: string[] = [];
    for (const details of root.querySelectorAll('details')) details.open = true;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (texts.currentNode.parentElement!.closest('[lang=en]') === null) said.push(texts.currentNode.textContent!);
    for (const named of root.querySelectorAll('[aria-label],[title]')) said.push(named.ariaLabel ?? '', named.getAttribute('title') ?? '');
    const words = said.flatMap((text) => text.match(/[A-Za-zΑ-ωΔ][A-Za-z\dΑ-ω-]*/g) ?? []);
    return [...new Set(words)].filter((word) => !known.includes(word) && !/-\d+$|^fno-risk|^[A-Z&-]+$/.test(word));
  }, LATIN);

/** Mere labels that are marked as English: there should be none but prose, and the rules in the table of votes. */
const marked = (region: Locator): Promise<string[]> =>
  region.evaluate((root) =>
    [...root.querySelectorAll('[lang=en]:not(td *)')].map((part) => part.textContent!).filter((text) => !text.endsWith('.') && text.split(' ').length < 4),
  );

const HEADINGS = {
  sentiment: {},
  equity: { rating: 'टेक्निकल रेटिंग', levels: 'समर्थन और प्रतिरोध', peers: /^अन्य बड़े शेयर/ },
  options: { chain: 'ऑप्शन चेन', strategy: 'स्ट्रैटेजी', glance: 'एक नज़र में' },
} as const;

for (const kind of KINDS) {
  const { code } = WIDGETS[kind];
  for (const place of ['element', 'iframe'] as const)
    test.describe(`${kind} as ${place}`, () => {
      test('speaks Hindi, with Latin digits in lakh and crore, and marks what stays English', async ({ page, stack, demo }) => {
        const region = hindiRegionIn(await openWidget(page, { stack, demo }, kind, place, code, { lang: 'hi' }), kind, code);
        await expect(region).toBeVisible();
        await expect(region).toContainText('20 नवंबर 2026');
        await expect(region).toContainText('बंद');
        if (kind === 'equity') {
          await region.getByRole('group', { name: 'कैंडल', exact: true }).evaluate((card) => card.scrollIntoView());
          await expect(region.getByRole('slider', { name: /^TCS, कैंडल: दिन/ })).toBeVisible();
        }
        expect(await unmarked(region)).toEqual([]);
        if (kind === 'sentiment') {
          await region.getByRole('button', { name: 'गणना कैसे हुई' }).click();
          await expect(region.getByRole('region', { name: 'स्कोर की गणना कैसे होती है' })).toBeVisible();
          expect(await unmarked(region)).toEqual([]);
        }
        expect(await marked(region)).toEqual([]);
        const text = await region.innerText();
        expect(text).not.toMatch(/[०-९]/);
        if (kind !== 'sentiment') {
          expect(text).toMatch(/\d,\d\d,\d{3}/);
          await expect(region.getByText(/^A description of the present/)).toHaveAttribute('lang', 'en');
        }
        expect(await region.evaluate((root) => root.closest('[lang]')!.getAttribute('lang'))).toBe('hi');
      });

      test('in Hindi it is read at 320 and 360 px without scrolling sideways, and axe has nothing to object to', async ({ page, stack, demo }) => {
        for (const width of [320, 360]) {
          await page.setViewportSize({ width, height: 780 });
          const region = hindiRegionIn(await openWidget(page, { stack, demo }, kind, place, code, { lang: 'hi' }), kind, code);
          await expect(region).toBeVisible();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          const cut = await region.evaluate((root) => root.scrollWidth - root.clientWidth);
          expect(cut).toBeLessThanOrEqual(0);
          await expectAccessible(page, { element: 'main > iframe', iframe: WIDGETS[kind].tag }[place]);
        }
      });

      test('says in Hindi that it is not enabled, or does not know the stock', async ({ page, stack, demo }) => {
        const scope = await openWidget(page, { stack, demo }, kind, place, 'NOSUCH', { lang: 'hi' });
        await expect(scope.getByText(/^(यह शेयर|“NOSUCH”) हमारी सूची में नहीं है।$/).first()).toBeVisible();
        const refused = { ...demo, widget: { ...demo.widget, access_key: 'pk_live_nobody' } };
        const closed = await openWidget(page, { stack, demo: refused }, kind, place, code, { lang: 'hi' });
        await expect(closed.getByText('विजेट चालू नहीं है').first()).toBeVisible();
      });

      if (kind !== 'sentiment')
        test('shows the sections asked for, denser when asked, and tells its developer of names it does not know', async ({ page, stack, demo }) => {
          const told: string[] = [];
          page.on('console', (message) => told.push(message.text()));
          const [first, second, other] = Object.entries(HEADINGS[kind]) as [string, string | RegExp][];
          const sections = `${first![0]},nonsense,${second![0]}`;
          const scope = await openWidget(page, { stack, demo }, kind, place, code, { lang: 'hi', sections, density: 'compact' });
          const region = hindiRegionIn(scope, kind, code);
          await expect(region.getByRole('group', { name: first![1], exact: true }).first()).toBeVisible();
          await expect(region.getByRole('group', { name: second![1], exact: true }).first()).toBeVisible();
          await expect(region.getByRole('group', { name: other![1], exact: true })).toHaveCount(0);
          // What it is of, when, and the disclosures can't be left out.
          await expect(region).toContainText('20 नवंबर 2026');
          await expect(region.getByText(/^A description of the present/)).toBeVisible();
          expect(told.filter((line) => line.includes('sections_unknown') && line.includes('nonsense')).length).toBeGreaterThan(0);
          expect(await region.evaluate((root) => getComputedStyle(root).rowGap)).toBe('10px');
        });
    });

  test(`${kind}: what its page changes while it stands is followed: lang, sections, density; as attribute and as property`, async ({ page, stack, demo }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const scope = await openWidget(page, { stack, demo }, kind, 'element', code);
    await expect(regionIn(scope, kind, code)).toBeVisible();
    const dictionaries = (): string[] => asked.filter((path) => path.includes('/hi-'));
    expect(dictionaries()).toEqual([]);
    const host = element(page, kind);
    await host.evaluate((widget) => widget.setAttribute('lang', 'hi-IN'));
    await expect(hindiRegionIn(scope, kind, code)).toBeVisible();
    await host.evaluate((widget) => widget.setAttribute('lang', 'en'));
    await expect(regionIn(scope, kind, code)).toBeVisible();
    await host.evaluate((widget) => Object.assign(widget, { lang: 'hi' }));
    await expect(hindiRegionIn(scope, kind, code)).toBeVisible();
    expect(dictionaries()).toHaveLength(1);

    const region = hindiRegionIn(scope, kind, code);
    const least = { sentiment: 'drivers', equity: 'levels', options: 'glance' }[kind];
    const parts = region.locator(kind === 'sentiment' ? 'svg, ul' : 'h2');
    const all = await parts.count();
    const warned = host.evaluate(
      (widget) =>
        new Promise<string>((resolve) =>
          widget.addEventListener('vimarsh:warning', (event) => resolve((event as CustomEvent<{ fix: string }>).detail.fix), { once: true }),
        ),
    );
    await host.evaluate((widget, sections) => Object.assign(widget, { sections }), `${least},nonsense`);
    expect(await warned).toContain(least);
    await expect(host).toHaveAttribute('sections', `${least},nonsense`);
    expect(await parts.count()).toBeLessThan(all);
    await host.evaluate((widget) => widget.removeAttribute('sections'));
    await expect(parts).toHaveCount(all);

    const sizeOf = (): Promise<string> => region.evaluate((root) => `${getComputedStyle(root).rowGap} ${root.getBoundingClientRect().height}`);
    const comfortable = await sizeOf();
    await host.evaluate((widget) => Object.assign(widget, { density: 'compact' }));
    await expect.poll(sizeOf).not.toBe(comfortable);
    if (kind === 'sentiment') await expect(host).toHaveCSS('height', '176px');
    await host.evaluate((widget) => Object.assign(widget, { density: null }));
    await expect.poll(sizeOf).toBe(comfortable);
    await expect(host).not.toHaveAttribute('density');
  });
}

test('theme and height are understood as pages write them; what is not is told once, and is within bounds', async ({ page, stack, demo }) => {
  await openWidget(page, { stack, demo }, 'equity', 'element', 'TCS');
  const host = element(page, 'equity');
  await expect(host.getByRole('region').first()).toBeVisible();
  await host.evaluate((widget) => {
    const told: string[] = [];
    Object.assign(window, { told });
    widget.addEventListener('vimarsh:warning', (event) => told.push((event as CustomEvent<{ code: string }>).detail.code));
  });
  const set = (name: string, value: string): Promise<void> => host.evaluate((widget, [key, text]) => widget.setAttribute(key!, text!), [name, value]);
  const ground = (): Promise<string> => host.evaluate((widget) => getComputedStyle(widget.shadowRoot!.querySelector('.box')!).backgroundColor);
  await set('theme', 'Dark');
  await expect.poll(ground).toBe('rgb(14, 17, 22)');
  await set('theme', 'LIGHT');
  await expect.poll(ground).toBe('rgb(246, 247, 249)');
  for (const [written, height] of [
    ['600px', '600px'],
    ['700', '700px'],
    ['100%', '640px'],
    ['1e9', '5000px'],
    ['100%', '640px'],
  ] as const) {
    await set('height', written);
    await expect(host).toHaveCSS('height', height);
  }
  await set('theme', 'midnight');
  await expect.poll(() => page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual(['height_unknown', 'height_unknown', 'theme_unknown']);
});

for (const file of ['hi-sentiment', 'hindi-words'])
  test(`what was set before the script came is kept, and without ${file}.js it stays English and says so`, async ({ page, stack, demo }) => {
    await page.route(`**/${file}.js*`, (route) => route.abort());
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const widget = document.querySelector('vimarsh-sentiment')!;
        Object.assign(widget, { sections: 'drivers' });
        widget.addEventListener('vimarsh:warning', (event) => widget.setAttribute('data-warned', (event as CustomEvent<{ code: string }>).detail.code));
      });
    });
    const scope = await openWidget(page, { stack, demo }, 'sentiment', 'element', 'TCS', { lang: 'hi' });
    const region = regionIn(scope, 'sentiment', 'TCS');
    await expect(region).toBeVisible();
    await expect(region.getByRole('list')).toBeVisible();
    await expect(region.getByRole('img')).toHaveCount(0);
    await expect(element(page, 'sentiment')).toHaveAttribute('data-warned', 'language_blocked');
    expect(await region.evaluate((root) => root.closest('[lang]')!.getAttribute('lang'))).toBe('en');
  });

test('the disclaimer’s own labels follow the language, the regulator’s words stay word for word and marked English', async ({ page, stack, demo }) => {
  await openWidget(page, { stack, demo }, 'options', 'element', 'NIFTY', { lang: 'hi' });
  const disclaimer = page.locator('vimarsh-disclaimer');
  await disclaimer.evaluate((host) => host.scrollIntoView());
  const note = disclaimer.getByRole('note', { name: 'अस्वीकरण' });
  const warning = note.getByText('Investment in securities market are subject to market risks. Read all the related documents carefully before investing.', {
    exact: true,
  });
  await expect(warning).toHaveAttribute('lang', 'en');
  await expect(note.getByRole('list')).toHaveAttribute('lang', 'en');
  await expect(note).toContainText('SEBI पंजीकरण');
  await disclaimer.evaluate((host) => host.setAttribute('lang', 'en'));
  await expect(disclaimer.getByRole('note', { name: 'Disclaimer' })).toContainText('SEBI registration');
});
