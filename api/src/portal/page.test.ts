import { aSource } from '@vimarsh/shared/contract/market/source.testing.ts';
import type { PageData } from '@vimarsh/shared/contract/page/types.ts';
import type { ReleaseRecord, ReleaseSet } from '@vimarsh/shared/contract/release/types.ts';
import { readText } from '@vimarsh/shared/contract/texts/routes.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { expect, test } from 'vitest';
import { KINDS } from '../platform/http/security-headers.ts';
import { activeRoute, fillPage, type MarketOfPage, pageReleases } from './page.ts';
import type { PageWords } from './words/words.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
const chunkIntegrity = `sha256-${'A'.repeat(43)}=`;
const release = (name: string, paths: string[] = [], more: Partial<ReleaseRecord> = {}): ReleaseRecord => ({
  id: `${name}@0.1.0+0123456789`,
  name,
  version: '0.1.0',
  entry: `/releases/${name}/0123456789/entry.js`,
  integrity,
  manifest: {
    name,
    owner: 't',
    routes: paths.map((path) => ({ path, title: `Title of ${path}`, guard: 'open', page: 'homePage', layout: path === '/login' ? 'bare' : 'frame' })),
    events: { emits: [], listens: [] },
    needs: { contract: 1, session: 1 },
    budget: { entry: 1, page: 1 },
  },
  preload: [{ url: `/releases/${name}/0123456789/main.js`, integrity: chunkIntegrity }],
  bytes: { entry: 1, total: 1 },
  commit: '',
  previous: null,
  built_at: '',
  ...more,
});
const modules = {
  shared: release('shared', [], { pages: { client: [{ url: '/releases/shared/0123456789/client.js', integrity: chunkIntegrity }] } }),
  shell: release('shell'),
  'root-config': release('root-config'),
  'mf-a': release('mf-a', ['/', '/a/:x?', '/a/list'], {
    pages: { 'home-page': [{ url: '/releases/mf-a/0123456789/page-home-page.js', integrity: chunkIntegrity }] },
  }),
  'mf-b': release('mf-b', ['/login']),
};
const SET: ReleaseSet = { id: 's', preview: [], modules, fallbacks: {} };
const data = (more: Partial<PageData> = {}): PageData => ({
  brand: 'Vimarsh',
  environment: null,
  releases: pageReleases(SET),
  first: {},
  chat_api: '',
  ...more,
});
const template =
  '<html data-layout="{{layout}}" data-prices="{{prices}}" data-market="{{market}}"><aside>{{source}}</aside><title>{{title}}</title>{{preloads}}<style nonce="{{nonce}}">url(/fonts/montserrat-latin.woff2?0a1b2c3d){{theme}}</style><script src="{{boot.url}}" integrity="{{boot.integrity}}"></script><div id="skeleton"><!--words--><i></i></div><script id="p">{{page}}</script>';
const INVENTED = { prices: 'Simulated market — prices are not real', prices_from: aSource() };
const REAL = { prices: 'Prices: NSE end-of-day files, 27 Nov 2026', prices_from: aSource({ invented: false, licence: 'Prices are <those> of the NSE.' }) };
const fill = (path: string, more: Partial<PageData> = {}, asks = false, found = true, market: MarketOfPage = INVENTED, words: PageWords | null = null) =>
  fillPage(template, {
    data: data(more),
    releases: SET,
    route: activeRoute(SET, path),
    asks,
    found,
    address: { origin: 'https://vimarsh.example', path },
    boot: modules['root-config'],
    nonce: 'N0nce',
    market,
    words,
  });
const preloads = (html: string) => [...html.matchAll(/<link rel="preload" [^>]*href="([^"?]+)/g)].map(([, url]) => url);

test('the most literal route is the active one', () => {
  expect(activeRoute(SET, '/a/list')?.path).toBe('/a/list');
  expect(activeRoute(SET, '/a/other/')?.path).toBe('/a/:x?');
  expect(activeRoute(SET, '/nope')).toBeNull();
});

test('a way in fetches the scripts of the calls in spare time, and no other screen fetches any', () => {
  const calls = release('mf-a', ['/', '/experts-past-recommendations/:stock_id?']);
  const releases = { ...SET, modules: { ...modules, 'mf-a': calls } };
  const fetched = (path: string) =>
    [
      ...fillPage(template, {
        data: data({ releases: pageReleases(releases) }),
        releases,
        route: activeRoute(releases, path),
        asks: true,
        found: true,
        address: { origin: 'https://vimarsh.example', path },
        boot: modules['root-config'],
        nonce: 'N0nce',
        market: INVENTED,
        words: null,
      }).matchAll(/<link rel="prefetch" as="script" crossorigin="anonymous" href="([^"]+)">/g),
    ].map(([, url]) => url);
  expect(fetched('/login')).toEqual(['/releases/mf-a/0123456789/entry.js', '/releases/mf-a/0123456789/main.js']);
  expect(fetched('/')).toEqual([]);
});

test('the page asks at once for libraries, module and the screen’s own chunk, each by hash; the frame comes after them', () => {
  const links = [...fill('/').matchAll(/<link rel="preload" as="script" [^>]*href="([^"]+)" integrity="sha(?:384|256)-[^"]+" nonce="N0nce">/g)].map(
    ([, url]) => url,
  );
  expect(links).toEqual([
    '/releases/shared/0123456789/entry.js',
    '/releases/shared/0123456789/main.js',
    '/releases/mf-a/0123456789/entry.js',
    '/releases/mf-a/0123456789/main.js',
    '/releases/mf-a/0123456789/page-home-page.js',
  ]);
});

test('fonts are left to the page, which has no text of its own before its scripts are there', () => {
  expect(fill('/')).not.toContain('as="font"');
});

test('a screen that asks for its content comes with the code that asks, after all that stands before it; one that brings it, and a way in, do not', () => {
  const client = '/releases/shared/0123456789/client.js';
  const asking = fill('/a', {}, true);
  expect(preloads(asking).at(-1)).toBe(client);
  expect(asking).toContain(
    `<link rel="preload" as="script" fetchpriority="low" crossorigin="anonymous" href="${client}" integrity="${chunkIntegrity}" nonce="N0nce">`,
  );
  expect(preloads(fill('/a'))).not.toContain(client);
  expect(preloads(fill('/login', {}, true))).not.toContain(client);
});

test('the title names what the address is about, where the manifest says which part does', () => {
  const stocks = release('mf-a', ['/stocks/:stock?']);
  stocks.manifest.routes[0] = { ...stocks.manifest.routes[0]!, title: 'Stocks', subject: 'stock' };
  const about = (path: string) => activeRoute({ ...SET, modules: { ...modules, 'mf-a': stocks } }, path)?.title;
  expect([about('/stocks'), about('/stocks/infy')]).toEqual(['Stocks', 'INFY · Stocks']);
});

test('layout and title are right before any script', () => {
  expect(fill('/login')).toContain('data-layout="bare"');
  expect(fill('/a')).toContain('<title>Title of /a/:x? · Vimarsh</title>');
});

test('nothing in the data can end its script element or become markup', () => {
  const environment = { ...ENVIRONMENTS[0]!, title: '<b>"&' };
  const html = fill('/', { first: { x: '</script><script>alert(1)</script>\u2028{{nonce}}' }, environment, brand: '<b>"&' });
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  const json = /<script id="p">(.*)<\/script>/s.exec(html)![1]!;
  expect(JSON.parse(json)).toMatchObject({ brand: '<b>"&', first: { x: '</script><script>alert(1)</script>\u2028{{nonce}}' } });
  expect(html).toContain('· &lt;b&gt;&quot;&amp;</title>');
});

test('the policy knows no unsafe word, no foreign origin, and asks for trusted types', () => {
  const policy = KINDS.page({ nonce: 'abc' })['content-security-policy'];
  expect(policy).not.toMatch(/unsafe|http|\*/);
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('the page carries what decides before a module loads: no budgets, files or owners, icons drawn, fallbacks without screens', () => {
  const own = release('mf-a', ['/a'], { icons: { gauge: ['m12 14 4-4'] }, pages: { 'home-page': [] } });
  own.manifest.routes[0] = { ...own.manifest.routes[0]!, for: 'experts', menu: { label: 'A', icon: 'gauge', order: 1 }, budget: 9 };
  const { modules: carried, fallbacks } = pageReleases({ id: 's', preview: [], modules: { 'mf-a': own }, fallbacks: { 'mf-a': own } });
  expect(carried['mf-a']).toEqual({
    id: own.id,
    name: 'mf-a',
    entry: own.entry,
    integrity,
    manifest: {
      routes: [{ path: '/a', title: 'Title of /a', guard: 'open', layout: 'frame', for: 'experts', menu: { label: 'A', icon: ['m12 14 4-4'], order: 1 } }],
    },
  });
  expect(fallbacks['mf-a']?.manifest.routes).toEqual([]);
});

const metaOf = (html: string): Record<string, string> =>
  Object.fromEntries([...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(([, name = '', content = '']) => [name, content]));

test('a shared link has title, words, address and picture, and says whose site it is', () => {
  const html = fill('/a/list', {}, false, true, REAL);
  expect(metaOf(html)).toMatchObject({
    'og:type': 'website',
    'og:site_name': 'Vimarsh',
    'og:title': 'Title of /a/list · Vimarsh',
    'og:url': 'https://vimarsh.example/a/list',
    'og:image': 'https://vimarsh.example/share.png',
    'twitter:card': 'summary_large_image',
  });
  expect(metaOf(html)['og:description']).toBe(metaOf(html).description);
  expect(html).toContain('<link rel="canonical" href="https://vimarsh.example/a/list">');
  expect(metaOf(html)).not.toHaveProperty('robots');
  const partner = ENVIRONMENTS[0]!;
  const ofPartner = metaOf(fill('/', { environment: partner }));
  expect([ofPartner['og:site_name'], ofPartner['og:title']]).toEqual([partner.utm_source, `Title of / · ${partner.title}`]);
});

test('its words are the manifest’s, or the first of an information page, cut at a word; on a simulated market they say so', () => {
  const described = { ...modules, 'mf-a': release('mf-a') };
  described['mf-a'].manifest.routes.push({
    path: '/',
    title: 'T',
    description: 'What the home page <is>, in a sentence.',
    guard: 'open',
    page: 'homePage',
    layout: 'frame',
  });
  const releases = { ...SET, modules: described };
  const inputs = {
    releases,
    route: activeRoute(releases, '/'),
    asks: false,
    found: true,
    address: { origin: 'https://v', path: '/' },
    boot: modules['root-config'],
    nonce: 'N',
    market: INVENTED,
    words: null,
  };
  expect(metaOf(fillPage(template, { ...inputs, data: data() })).description).toBe(
    'What the home page &lt;is&gt;, in a sentence. Simulated market: prices, experts and results are not real.',
  );
  const intro = `**Questions** that [people](/x) ask. ${'words '.repeat(60)}`;
  const text = metaOf(fill('/a/list', { first: { [`${readText.method} ${readText.path}`]: { data: { intro } } } }, false, true, REAL)).description!;
  expect(text).toMatch(/^Questions that people ask\. (words )+words…$/);
  expect(text.length).toBeLessThanOrEqual(200);
  const page = /<script id="p">(.*?)<\/script>/s.exec(fill('/'))![1];
  expect(page, 'the browser has no use for it').not.toContain('description');
});

test('what is only for members, or is nowhere, is not for search', () => {
  const members = { ...modules, 'mf-a': release('mf-a') };
  members['mf-a'].manifest.routes.push({ path: '/mine', title: 'Mine', guard: 'session', page: 'homePage', layout: 'frame' });
  const releases = { ...SET, modules: members };
  const inputs = { releases, asks: true, boot: modules['root-config'], nonce: 'N', data: data(), market: INVENTED, words: null };
  const mine = fillPage(template, { ...inputs, route: activeRoute(releases, '/mine'), found: true, address: { origin: 'https://v', path: '/mine' } });
  expect(metaOf(mine).robots).toBe('noindex');
  const nowhere = fill('/a/NOPE', {}, true, false);
  expect(metaOf(nowhere)).toMatchObject({ robots: 'noindex', 'og:url': 'https://vimarsh.example/' });
  expect(nowhere).not.toContain('canonical');
});

test('the page’s own HTML names the source of its prices, with the licence behind a press; made-up prices are marked', () => {
  const real = fill('/', {}, false, true, REAL);
  expect(real).toContain('data-prices="real" data-market="feed"');
  expect(real).toContain(
    '<aside><details><summary><span>Prices: NSE end-of-day files, 27 Nov 2026</span></summary><p>Prices are &lt;those&gt; of the NSE.</p></details></aside>',
  );
  const invented = fill('/', {}, false, true, INVENTED);
  expect(invented).toContain('data-prices="invented" data-market="simulated"');
  expect(invented, 'the ribbon says it').toContain('<aside></aside>');
  const free = fill('/', {}, false, true, { ...REAL, prices_from: { ...REAL.prices_from, licence: '' } });
  expect(free).toContain('<aside><span>Prices: NSE end-of-day files, 27 Nov 2026</span></aside>');
});

test('words stand in the skeleton with the rules of their own under the page’s nonce; without any nothing is left of their room', () => {
  const said = fill('/', {}, false, true, INVENTED, { html: '<h1>Calls, {{nonce}} $& </h1>', css: '.a{color:red}' });
  expect(said).toContain('<div id="skeleton"><style nonce="N0nce">.a{color:red}</style><div data-words><h1>Calls, {{nonce}} $& </h1></div><i></i></div>');
  expect(fill('/')).toContain('<div id="skeleton"><i></i></div>');
  const asked = fill('/a/list', { missing: '<!--words-->' }, false, true, INVENTED, { html: 'W', css: '' });
  expect(asked.match(/data-words/g), 'what an address says is no room for words').toHaveLength(1);
});

test('what draws a browser’s own words stands only in pages of screens that have a first request, under the page’s nonce', () => {
  const room = template.replace('<!--words-->', '<!--words--><!--kept--><script nonce="{{nonce}}" data-first="{{first}}">draw()</script>\n<!--/kept-->');
  const routes = { '/mine/:stock?': '/reco/v1/calls?view=live&limit=20', '/others': undefined };
  const own = release('mf-a');
  own.manifest.routes.push(
    ...Object.entries(routes).map(([path, first]) => ({
      path,
      title: 'T',
      guard: 'session' as const,
      page: 'homePage',
      layout: 'frame' as const,
      ...(first && { first }),
    })),
  );
  const releases = { ...SET, modules: { ...modules, 'mf-a': own } };
  const at = (path: string) =>
    fillPage(room, {
      ...{ releases, route: activeRoute(releases, path), asks: true, found: true, address: { origin: 'https://v', path } },
      ...{ boot: modules['root-config'], nonce: 'N0nce', data: data(), market: INVENTED, words: null },
    });
  expect(at('/mine')).toContain('<script nonce="N0nce" data-first="/reco/v1/calls?view=live&amp;limit=20">draw()</script>');
  expect(at('/mine/TCS'), 'only the screen knows what to ask there').toContain('data-first=""');
  expect(at('/others')).toContain('<div id="skeleton"><i></i></div>');
});
