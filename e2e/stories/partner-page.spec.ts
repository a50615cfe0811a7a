import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/story.ts';
import { element, frameOf, KINDS, regionIn, WIDGETS, type WidgetKind } from '../support/widgets.ts';

/** A partner's developer pasted our snippet into a page of their own, on another origin, under a strict policy. */
test.use({ stackOptions: { partnerSite: true } });

/** What the browser reports against the page's own policy, and what broke. */
function violationsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|Trusted ?Types?|Cross-Origin/i.test(message.text())) seen.push(message.text());
  });
  page.on('pageerror', (error) => seen.push(String(error)));
  return seen;
}
const shown: Record<WidgetKind, string> = { sentiment: 'RELIANCE', equity: 'RELIANCE', options: 'NIFTY' };
const regionOf = (page: Page, kind: WidgetKind, code = shown[kind]): Locator => regionIn(element(page, kind), kind, code);
const framed = (page: Page, kind: WidgetKind): Locator => regionIn(frameOf(page), kind, shown[kind]);

/** The box of the element keeps at least the room it had before anything was loaded. */
async function expectSize(page: Page, kind: WidgetKind): Promise<void> {
  expect((await element(page, kind).boundingBox())!.height).toBeGreaterThanOrEqual(WIDGETS[kind].height);
}

/** Computed styles, of the parts of a widget, that a host could have broken. */
async function look(page: Page, kind: WidgetKind): Promise<Record<string, string>[]> {
  return element(page, kind).evaluate((host) => {
    const parts = ['section', 'h2', 'p', 'summary', 'th', 'td', 'button', 'ul', 'footer'].flatMap((part) => host.shadowRoot!.querySelector(part) ?? []);
    return parts.map((part) => {
      const { fontSize, fontWeight, color, direction, letterSpacing, lineHeight, padding, margin, display, fontFamily, textAlign } = getComputedStyle(part);
      return { part: part.localName, fontSize, fontWeight, color, direction, letterSpacing, lineHeight, padding, margin, display, fontFamily, textAlign };
    });
  });
}

for (const kind of KINDS) {
  const { tag } = WIDGETS[kind];
  test.describe(kind, () => {
    for (const isolated of ['', '?isolated'])
      test(`stands as element and as frame under the broker’s strict policy, Trusted Types forbidden${isolated && ', on a page that isolates itself'}`, async ({
        page,
        stack,
      }) => {
        const violations = violationsOf(page);
        await page.goto(`${stack.partnerSite}/${kind}${isolated}`);
        await expect(regionOf(page, kind)).toBeVisible();
        await expect(regionOf(page, kind)).toContainText('IST');
        await element(page, kind).evaluate((host) => host.nextElementSibling!.nextElementSibling!.scrollIntoView());
        await expect(framed(page, kind)).toBeVisible();
        expect(violations).toEqual([]);
      });

    test('looks the same whatever the host page’s styles', async ({ page, stack }) => {
      const stands = async (): Promise<void> => {
        await expect(regionOf(page, kind)).toBeVisible();
        // Candles come after the rest.
        if (kind === 'equity') await expect(regionOf(page, kind).getByRole('slider')).toBeVisible();
      };
      await page.goto(`${stack.partnerSite}/${kind}`);
      await stands();
      const calm = await look(page, kind);
      expect(calm.length).toBeGreaterThan(2);
      for (const styles of ['hostile', 'bootstrap', 'tailwind']) {
        await page.goto(`${stack.partnerSite}/${kind}?styles=${styles}`);
        await stands();
        expect(await look(page, kind), styles).toEqual(calm);
        await expectSize(page, kind);
      }
    });

    test('has its size before anything has loaded, and nothing on the page moves', async ({ page, stack }) => {
      await page.addInitScript(() => {
        const moved: string[] = [];
        Object.assign(window, { moved });
        new PerformanceObserver((list) => {
          // Where, because nodes of a shadow tree are kept from who observes.
          for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: Record<'previousRect' | 'currentRect', DOMRect>[] })[])
            for (const { previousRect, currentRect } of sources) moved.push(`${JSON.stringify(previousRect)} → ${JSON.stringify(currentRect)}`);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.setViewportSize({ width: 1440, height: 1000 });
      await page.goto(`${stack.partnerSite}/${kind}`);
      await expect(regionOf(page, kind)).toBeVisible();
      // Several prices, and all figures anew.
      await page.waitForTimeout(6000);
      expect((await element(page, kind).boundingBox())!.height).toBe(WIDGETS[kind].height);
      expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
    });

    if (kind === 'sentiment')
      test('in a narrow column the verdict and its figure stand whole, and a keyboard reaches what scrolls below them', async ({ page, stack }) => {
        await page.goto(`${stack.partnerSite}/${kind}`);
        const figure = regionOf(page, kind).getByText(/^\d+ of 100$/);
        await expect(figure).toBeVisible();
        const dial = figure.locator('..').locator('..');
        const scroller = dial.locator('..').locator('..');
        // From 280 px on everything stands in the card, and nothing has to be reached.
        for (const [width, scrolls] of [
          [200, true],
          [240, true],
          [280, false],
          [300, false],
        ] as const) {
          await element(page, kind).evaluate((host, to) => Object.assign(host.style, { width: `${to}px` }), width);
          await expect.poll(() => scroller.evaluate((box) => box.scrollHeight > box.clientHeight), `${width} px`).toBe(scrolls);
          if (scrolls) await expect(scroller, `${width} px`).toHaveAttribute('tabindex', '0');
          const [whole, seen] = [await dial.boundingBox(), await scroller.boundingBox()];
          expect(whole!.y, `${width} px`).toBeGreaterThanOrEqual(seen!.y);
          expect(whole!.y + whole!.height, `${width} px`).toBeLessThanOrEqual(seen!.y + seen!.height);
          expect((await element(page, kind).boundingBox())!.height, `${width} px`).toBe(WIDGETS[kind].height);
        }
      });

    if (kind !== 'sentiment')
      test('a figure whose words get longer moves nothing below it', async ({ page, stack }) => {
        await page.goto(`${stack.partnerSite}/${kind}`);
        await expect(regionOf(page, kind)).toBeVisible();
        const figure = regionOf(page, kind).locator('details:not([open]) em').filter({ hasText: /./ }).first();
        const below = element(page, kind).getByRole('group').last();
        const before = await below.boundingBox();
        await figure.evaluate((words) => {
          words.textContent = 'open interest fell on one side, and there is more to say of it than a line holds';
        });
        expect(await below.boundingBox()).toEqual(before);
      });

    test('an unknown or revoked key: visitors read a neutral text, the integrator the reason and its fix (S2.2-PARAM-O01)', async ({ page, stack, demo }) => {
      for (const [key, code] of [
        ['pk_live_neem_00000000000000000000', 'KEY_UNKNOWN'],
        [demo.widget.revoked_key, 'KEY_REVOKED'],
      ] as const) {
        const told = page.waitForEvent('console', (message) => message.text().includes(code));
        await page.goto(`${stack.partnerSite}/${kind}?key=${key}`);
        await expect(element(page, kind).getByRole('status')).toHaveText('Widget not enabled');
        expect((await told).text()).toContain('key');
        await page.locator('#after').scrollIntoViewIfNeeded();
        await expect(frameOf(page).getByText('Widget not enabled')).toBeVisible();
        await expectSize(page, kind);
      }
    });

    test('a key over its rate: the box says to wait, and comes back by itself', async ({ page, stack }) => {
      let over = true;
      const refusal = { status: false, code: 'RATE', validation: 'Too many attempts. Wait a moment and try again.', redirect: '', data: null };
      const headers = { 'access-control-allow-origin': '*' };
      await page.route(`${stack.portal}/embed/v1/session*`, (route) => (over ? route.fulfill({ status: 429, headers, json: refusal }) : route.continue()));
      await page.goto(`${stack.partnerSite}/${kind}`);
      await expect(element(page, kind).getByRole('status')).toHaveText(refusal.validation);
      await expectSize(page, kind);
      over = false;
      await expect(regionOf(page, kind)).toBeVisible();
    });

    test('without a key, and then with one: the element says what is missing and recovers when the attribute comes', async ({ page, stack, demo }) => {
      await page.goto(`${stack.partnerSite}/${kind}`);
      await expect(regionOf(page, kind)).toBeVisible();
      const told = page.waitForEvent('console', (message) => message.text().includes('KEY_MISSING'));
      await element(page, kind).evaluate((host) => host.removeAttribute('access-key'));
      await told;
      await expect(element(page, kind).getByRole('status')).toHaveText('Widget not enabled');
      await element(page, kind).evaluate((host, key) => host.setAttribute('access-key', key), demo.widget.access_key);
      await expect(regionOf(page, kind)).toBeVisible();
    });

    test('on a site that the key does not list the element gets no data and the browser refuses the frame', async ({ page, stack, demo }) => {
      const refused = page.waitForEvent('console', (message) => message.text().includes('ORIGIN_DENIED'));
      const foreign = stack.partnerSite.replace('localhost', 'foreign.localhost');
      await page.goto(`${foreign}/${kind}?key=${demo.widget.access_key}`);
      await expect(element(page, kind).getByRole('status')).toHaveText('Widget not enabled');
      expect((await refused).text()).toContain(foreign);
      const silent = page.waitForEvent('console', (message) => message.text().includes('origin_denied'));
      await page.locator('#after').scrollIntoViewIfNeeded();
      expect((await silent).text()).toContain(foreign);
      await expect(frameOf(page).getByRole('region')).toHaveCount(0);
    });

    test('our service away: the box keeps its size and offers to try again, and recovers by itself', async ({ page, stack }) => {
      let away = true;
      await page.route(`${stack.portal}/embed/**`, (route) => (away ? route.abort() : route.continue()));
      await page.goto(`${stack.partnerSite}/${kind}`);
      await expect(element(page, kind).getByRole('status')).toHaveText('Not available right now.');
      await element(page, kind).getByRole('button', { name: 'Try again' }).click();
      await expect(element(page, kind).getByRole('status')).toHaveText('Not available right now.');
      await expectSize(page, kind);
      away = false;
      await expect(regionOf(page, kind)).toBeVisible();
    });

    test('a blocked script host leaves the page’s own words in place; a slow one shows the box first', async ({ page, stack }) => {
      await page.route(`${stack.portal}/w/**`, (route) => route.abort());
      await page.goto(`${stack.partnerSite}/${kind}`);
      await expect(element(page, kind).getByRole('link')).toBeVisible();
      await page.unrouteAll();
      await page.route(`${stack.portal}/w/*/runtime.js`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 2500));
        await route.continue();
      });
      await page.goto(`${stack.partnerSite}/${kind}`);
      await page.waitForFunction((name) => document.querySelector(name)?.shadowRoot, tag);
      await expectSize(page, kind);
      await expect(regionOf(page, kind)).toBeVisible();
    });

    test('a tampered chunk never runs, and the element says that it could not be loaded', async ({ page, stack }) => {
      await page.route(`${stack.portal}/w/*/${kind}.js*`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          body: `window.tampered=true;${await response.text()}`,
          headers: { ...response.headers(), 'content-encoding': 'identity' },
        });
      });
      await page.addInitScript(() => {
        addEventListener('vimarsh:error', (event) => Object.assign(window, { told: (event as CustomEvent).detail.code }));
      });
      await page.goto(`${stack.partnerSite}/${kind}`);
      await page.waitForFunction(() => 'told' in window);
      expect(await page.evaluate(() => (window as unknown as { told: string }).told)).toBe('blocked');
      expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
      await expectSize(page, kind);
    });

    test('the script twice, the element taken out and put back a hundred times: one request, no error', async ({ page, stack }) => {
      const errors = violationsOf(page);
      let requests = 0;
      page.on('request', (request) => {
        if (request.url().includes('/embed/v1/session')) requests += 1;
      });
      await page.goto(`${stack.partnerSite}/${kind}`);
      await expect(regionOf(page, kind)).toBeVisible();
      // The page's Trusted Types refuse a second tag made by script; importing the loader under another address runs it again all the same.
      await page.evaluate((again) => import(again), `${stack.portal}/w/v1.js?again`);
      await page.evaluate((name) => {
        const widget = document.querySelector(name)!;
        const place = widget.parentElement!;
        for (let i = 0; i < 100; i += 1) {
          widget.remove();
          place.append(widget);
        }
      }, tag);
      await expect(regionOf(page, kind)).toBeVisible();
      expect(requests).toBe(1);
      // Away for longer than a moment it lets go of everything, and begins anew when it is back.
      await element(page, kind).evaluate(async (host) => {
        const place = host.parentElement!;
        host.remove();
        await new Promise((resolve) => setTimeout(resolve, 200));
        if (host.shadowRoot!.querySelector('section')) throw new Error('It still holds its content');
        place.prepend(host);
      });
      await expectSize(page, kind);
      await expect(regionOf(page, kind)).toBeVisible();
      expect(errors).toEqual([]);
    });

    test('theme and subject change live; axe has nothing to object to in light and dark', async ({ page, stack }) => {
      const { by, other } = WIDGETS[kind];
      await page.goto(`${stack.partnerSite}/${kind}`);
      await expect(regionOf(page, kind)).toBeVisible();
      await element(page, kind).evaluate((host, [name, value]) => host.setAttribute(name!, value!), [by, other]);
      await expect(regionOf(page, kind, other)).toBeVisible();
      for (const theme of ['light', 'dark']) {
        await element(page, kind).evaluate((host, value) => host.setAttribute('theme', value), theme);
        // The frame below says the same once more, under the same names.
        await expectAccessible(page, 'main > iframe');
      }
    });

    test('follows the market: what is shown goes on, whole, by the stream', async ({ page, stack }) => {
      await page.goto(`${stack.partnerSite}/${kind}`);
      await expect(regionOf(page, kind)).toBeVisible();
      const shownNow = (): Promise<{ asOf: string; stale: boolean; data: object }> =>
        element(page, kind).evaluate((host) => (host as unknown as { snapshot(): { asOf: string; stale: boolean; data: object } }).snapshot());
      const first = await shownNow();
      await expect.poll(async () => (await shownNow()).asOf).not.toBe(first.asOf);
      const later = await shownNow();
      expect(later.stale).toBe(false);
      expect(Object.keys(later.data)).toEqual(Object.keys(first.data));
      expect(JSON.stringify(later.data)).not.toContain('"~"');
    });

    test('tells the page what happens, and answers what it shows', async ({ page, stack }) => {
      await page.addInitScript(() => {
        const heard: string[] = [];
        Object.assign(window, { heard });
        for (const type of ['ready', 'data', 'state'])
          addEventListener(`vimarsh:${type}`, (event) => heard.push(`${type} ${JSON.stringify((event as CustomEvent).detail)}`));
      });
      await page.goto(`${stack.partnerSite}/${kind}`);
      await expect(regionOf(page, kind)).toBeVisible();
      const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
      expect(heard.filter((line) => line.startsWith('ready'))).toHaveLength(1);
      expect(heard.some((line) => line.startsWith('data') && line.includes(`"symbol":"${shown[kind]}"`))).toBe(true);
      expect(heard).toContain('state {"state":"live"}');
      const snapshot = await element(page, kind).evaluate(async (host) => {
        const widget = host as unknown as { ready: Promise<void>; refresh(): Promise<void>; snapshot(): { symbol: string; stale: boolean; data: object } };
        await widget.ready;
        await widget.refresh();
        return widget.snapshot();
      });
      expect(snapshot).toMatchObject({ symbol: shown[kind], stale: false });
    });
  });
}

for (const kind of ['equity', 'options'] as const)
  test(`${kind}: the page chooses the height, or has the whole content without scrolling inside`, async ({ page, stack }) => {
    const set = (name: string, value: string | null): Promise<void> =>
      element(page, kind).evaluate((host, attributes) => (host as unknown as { update(a: object): void }).update(attributes), { [name]: value });
    const height = async (): Promise<number> => (await element(page, kind).boundingBox())!.height;
    await page.goto(`${stack.partnerSite}/${kind}`);
    await expect(regionOf(page, kind)).toBeVisible();
    await set('height', '500');
    await expect.poll(height).toBe(500);
    await set('height', '10');
    await expect.poll(height).toBe(320);
    await set('fit', 'content');
    await expect.poll(height).toBeGreaterThan(1500);
    await set('fit', null);
    await set('height', null);
    await expect.poll(height).toBe(WIDGETS[kind].height);
  });

test('theme partner has the partner’s accent, light and dark as the visitor changes it', async ({ page, stack }) => {
  const accent = (): Promise<string> =>
    element(page, 'equity').evaluate((host) => {
      const box = host.shadowRoot!.querySelector<HTMLElement>('.box')!;
      return `${getComputedStyle(box).colorScheme} ${getComputedStyle(box).getPropertyValue('--accent')}`;
    });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${stack.partnerSite}/equity`);
  await expect(regionOf(page, 'equity')).toBeVisible();
  const light = await accent();
  expect(light).toMatch(/^light #[0-9a-f]{6}$/);
  expect(light).not.toContain('#2d2e8d');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(accent).toMatch(/^dark #[0-9a-f]{6}$/);
  expect((await accent()).slice(-7)).not.toBe(light.slice(-7));
});

test('frames: height follows the content in both directions, theme changes live, forged messages change nothing', async ({ page, stack }) => {
  const errors = violationsOf(page);
  await page.goto(`${stack.partnerSite}/options`);
  const frame = page.locator('main > iframe');
  await frame.scrollIntoViewIfNeeded();
  await expect(framed(page, 'options')).toBeVisible();
  const height = async (): Promise<number> => (await frame.boundingBox())!.height;
  await expect.poll(height).toBeGreaterThan(1500);
  const before = await height();
  await framed(page, 'options').locator('summary').first().click();
  await expect.poll(height).toBeGreaterThan(before + 20);
  await framed(page, 'options').locator('summary').first().click();
  await expect.poll(height).toBeLessThan(before + 3);
  await page.evaluate(() => {
    for (let i = 0; i < 10_000; i += 1) postMessage(i % 2 ? null : { x: 'vimarsh', v: 1, t: 'hello', height: 9999 }, '*');
  });
  await frame.evaluate((host) => host.setAttribute('data-theme', 'dark'));
  await expect.poll(() => frameOf(page).locator('.box').getAttribute('data-theme')).toBe('dark');
  expect(Math.abs((await height()) - before)).toBeLessThan(3);
  expect(errors).toEqual([]);
});

test('another stock chosen inside equity is the page’s to decide', async ({ page, stack }) => {
  await page.goto(`${stack.partnerSite}/equity`);
  const peer = element(page, 'equity').getByRole('group', { name: 'Peers by size' }).getByRole('button').first();
  const symbol = (await peer.textContent())!;
  await page.evaluate(() => addEventListener('vimarsh:select', (event) => event.preventDefault(), { once: true }));
  await peer.click();
  await expect(regionOf(page, 'equity')).toBeVisible();
  await peer.click();
  await expect(regionOf(page, 'equity', symbol)).toBeVisible();
  await expect(element(page, 'equity')).toHaveAttribute('stock', symbol);
});

test('the disclaimer is the server’s, word for word, at 14 px under any style; without it the page’s own words stand', async ({ page, stack }) => {
  const disclaimer = page.locator('vimarsh-disclaimer');
  for (const styles of ['', 'hostile']) {
    await page.goto(`${stack.partnerSite}/options?styles=${styles}`);
    await disclaimer.evaluate((host) => host.scrollIntoView());
    const note = disclaimer.getByRole('note', { name: 'Disclaimer' });
    await expect(note).toContainText('Investment in securities market are subject to market risks. Read all the related documents carefully before investing.');
    await expect(note.getByRole('listitem')).toHaveCount(4);
    expect(
      await note
        .locator('li')
        .first()
        .evaluate((line) => getComputedStyle(line).fontSize),
    ).toBe('14px');
  }
  await page.route(`${stack.portal}/embed/v1/disclaimer`, (route) => route.abort());
  await page.goto(`${stack.partnerSite}/options`);
  await page.locator('vimarsh-disclaimer').evaluate((host) => host.scrollIntoView());
  await expect(disclaimer.getByText('Investment in securities market are subject to market risks.')).toBeVisible();
});

test('three widgets on one page: one request for data, one stream', async ({ page, stack }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${stack.partnerSite}/all`);
  for (const [kind, code] of [
    ['sentiment', 'RELIANCE'],
    ['equity', 'RELIANCE'],
    ['options', 'NIFTY'],
  ] as const)
    await expect(regionOf(page, kind, code)).toBeVisible();
  await expect.poll(() => asked.filter((url) => url.includes('/embed/v1/stream')).length).toBe(1);
  await page.waitForTimeout(3000);
  expect(asked.filter((url) => url.includes('/embed/v1/session'))).toHaveLength(1);
  expect(asked.filter((url) => url.includes('/embed/v1/stream'))).toHaveLength(1);
});

test('the data request of the frame carries stock and key (S2.2-PARAM-06, S2.2-PARAM-08)', async ({ page, stack, demo }) => {
  const asked = page.waitForRequest((request) => request.url().includes('/embed/v1/sentiment/'));
  await page.goto(`${stack.portal}/market-sentiment-widget?stock_code=TCS&broker_access_key=${demo.widget.access_key}`);
  expect((await asked).url()).toBe(`${stack.portal}/embed/v1/sentiment/TCS?broker_access_key=${demo.widget.access_key}`);
  await expect(page.getByRole('region', { name: 'Market sentiment of TCS' })).toBeVisible();
  await expect(page).toHaveURL(`${stack.portal}/market-sentiment-widget`);
});
