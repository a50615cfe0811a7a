import { accessibilityFaults, expect, OF_COLOURS, test } from '../support/story.ts';

const INSIDE = '<!doctype html><html lang="en"><title>Inside</title><main aria-label="Inside"><h1>Inside</h1><img src="data:,"></main></html>';
const OUTSIDE = `<!doctype html><html lang="en"><title>Outside</title><style>.pale { color: #ccc; background: #fff }
  @media (prefers-color-scheme: dark) { .pale { color: #000 } .dim { color: #222; background: #111 } }</style>
  <main><h1>Outside</h1><p class="pale">Pale</p><p class="dim">Dim</p><iframe title="Partner" src="http://inside.localhost/"></iframe><div id="host"></div></main>
  <script>document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<button></button>';</script></html>`;

test('what axe objects to is named: on the page, in a shadow, in a frame of another origin; a part may be left out', async ({ page }) => {
  await page.route('http://inside.localhost/', (route) => route.fulfill({ contentType: 'text/html', body: INSIDE }));
  await page.route('http://outside.localhost/', (route) => route.fulfill({ contentType: 'text/html', body: OUTSIDE }));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('http://outside.localhost/');
  const found = await accessibilityFaults(page);
  expect(found.toSorted()).toEqual(['button-name: #host,button', 'color-contrast: .pale', 'image-alt: iframe img']);
  expect(await accessibilityFaults(page, { without: 'main > iframe' })).toEqual(expect.not.arrayContaining([expect.stringContaining('image-alt')]));
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityFaults(page, { rules: OF_COLOURS })).toEqual(['color-contrast: .dim']);
});
