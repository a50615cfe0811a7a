import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import type { ModuleRoute } from '@vimarsh/shared/contract/module/types.ts';
import type { PageData } from '@vimarsh/shared/contract/page/types.ts';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { pageFile } from '@vimarsh/shared/contract/release/page-file.ts';
import type { PageRelease, PageReleaseSet, ReleaseRecord, ReleaseSet } from '@vimarsh/shared/contract/release/types.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { partnerTheme, themeCss } from '@vimarsh/shared/domain/partners/theme.ts';
import { type Params, screenAt, titleOf, withoutLayout } from '@vimarsh/shared/domain/routing/match.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { escapeHtml } from '../platform/text/html.ts';
import { type SharedPage, shareHead } from './share-head.ts';
import type { PageWords } from './words/words.ts';

/** The facts about an address's screen that are needed before any script: title, layout and preloads. */
export interface ActiveRoute extends ModuleRoute {
  readonly module: string;
  /** What stands for the names in its path. */
  readonly params: Params;
}

/** The screen of a path. The root config handles guards and redirects. */
export function activeRoute({ modules }: ReleaseSet, path: string): ActiveRoute | null {
  const routes = Object.values(modules).flatMap(({ name, manifest }) => manifest.routes.map((route) => ({ ...route, module: name })));
  const at = screenAt(routes, withoutLayout(path));
  return at && { ...at.route, title: titleOf(at), params: at.params };
}

/** What every page needs and nobody released yet, a module for the first page among it. */
export function missingOf(set: ReleaseSet | null): string[] {
  const missing = ['root-config', 'shared'].filter((name) => !set?.modules[name]);
  return set && activeRoute(set, '/') ? missing : [...missing, 'a module with the page /'];
}

/** The frame of every screen. It loads after the first screen. */
const FRAME = 'shell';

/** A record as the page has it: without budgets and screens' files, and with icons drawn instead of named. */
function releaseOfPage({ id, name, entry, integrity, manifest, preload, pages, icons = {} }: ReleaseRecord): PageRelease {
  const routes = manifest.routes.map(({ page: _, budget: __, description: ___, words: ____, menu, ...route }) => ({
    ...route,
    ...(menu && { menu: { ...menu, icon: icons[menu.icon] ?? [] } }),
  }));
  return { id, name, entry, integrity, manifest: { routes }, ...(name === FRAME && { preload }), ...(name === 'root-config' && pages && { pages }) };
}

/** Releases of root-config and `shared` to come back to: what loads them, for screens that stay those of the set. */
export const foundationOfPage = (records: Readonly<Record<string, ReleaseRecord>>): Record<string, PageRelease> =>
  mapValues(records, (record) => ({ ...releaseOfPage(record), manifest: { routes: [] } }));

/** The release set as the page has it, without what the browser does not need. */
export const pageReleases = ({ id, preview, modules, fallbacks }: ReleaseSet): PageReleaseSet => ({
  id,
  preview,
  modules: mapValues(modules, releaseOfPage),
  // Only the entry of a fallback is used; its screens are those of the release it replaces.
  fallbacks: mapValues(fallbacks, (record) => ({ ...releaseOfPage(record), manifest: { routes: [] } })),
});

const mapValues = <A, B>(values: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

/** The source of the prices on a page, and the line that names it. */
export type MarketOfPage = Required<Pick<MarketClock, 'prices' | 'prices_from'>>;

export interface PageInputs {
  readonly data: PageData;
  /** The whole records; `data` has the parts the browser needs. */
  readonly releases: ReleaseSet;
  readonly route: ActiveRoute | null;
  /** The screen asks for its content: it is not in `data.first`. */
  readonly asks: boolean;
  /** Instead of the route's. */
  readonly title?: string;
  /** False: there is no screen, or nothing of the name that the address asks for. */
  readonly found: boolean;
  /** Scheme and host of the request, and its path. */
  readonly address: Pick<SharedPage, 'origin' | 'path'>;
  readonly boot: ReleaseRecord;
  readonly nonce: string;
  readonly market: MarketOfPage;
  /** The screen as it stands before any script; null: its skeleton does. */
  readonly words: PageWords | null;
}

/** What a page is called in its tab. */
export const documentTitle = (screen: string, environment: Pick<Environment, 'title'> | null): string => `${screen} · ${environment?.title ?? BRAND_TITLE}`;

/** Where the template has room for words. A template from before there were any has none. */
const WORDS = '<!--words-->';

/** Scripts of screens with a first request: one sends it, one draws what the browser kept of the screen. */
const KEPT = /<!--kept-->.*?<!--\/kept-->/s;

/** Fills `root-config/index.html` for one request. */
export function fillPage(
  template: string,
  { data, releases, route, asks, title: screen = route?.title ?? 'Home', found, address, boot, nonce, market, words }: PageInputs,
): string {
  const { environment } = data;
  const theme = partnerTheme(environment);
  const title = documentTitle(screen, environment);
  const values: Record<string, string> = {
    nonce,
    layout: route?.layout ?? 'frame',
    prices: market.prices_from.invented ? 'invented' : 'real',
    // Releases of root-config from before it was called so, which may be gone back to, know made-up prices by this.
    market: market.prices_from.invented ? 'simulated' : 'feed',
    source: sourceWords(market),
    title: escapeHtml(title),
    theme: environment ? themeCss(theme).replaceAll('</', '') : '',
    // In the order of need: where few requests run at once, what comes first is asked for first.
    preloads: [
      ...scriptPreloads(scriptsOf(releases, route), nonce),
      ...(asks && !isWayIn(route) ? scriptPreloads(clientOf(releases), nonce, 'low') : []),
      ...nextScreen(releases, route),
      shareHead({ ...address, title, route, found, data, nonce, invented: market.prices_from.invented }),
    ].join('\n'),
    // Behind more of a path only the screen knows what to ask.
    first: escapeHtml((Object.keys(route?.params ?? {}).length === 0 && route?.first) || ''),
    at: String(Date.now()),
    'boot.url': boot.entry,
    'boot.integrity': boot.integrity,
    page: JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'),
  };
  const filled = template.replace(/\{\{([\w.]+)\}\}/g, (hole, name: string) => values[name] ?? hole);
  const room = route?.first && route.layout === 'frame' ? filled : filled.replace(KEPT, '');
  return room.replace(WORDS, () => (words ? `<style nonce="${nonce}">${words.css}</style><div data-words>${words.html}</div>` : ''));
}

/** In the page's own HTML, so that no script can lose it. The licence is behind a press, which takes no script either. Over made-up prices stands the ribbon. */
function sourceWords({ prices, prices_from }: MarketOfPage): string {
  if (prices_from.invented) return '';
  const line = `<span>${escapeHtml(prices)}</span>`;
  return prices_from.licence ? `<details><summary>${line}</summary><p>${escapeHtml(prices_from.licence)}</p></details>` : line;
}

/** Scripts of a screen: libraries, module and the screen's own chunk. The frame comes when the screen stands, so it takes no share of the line before. */
function scriptsOf({ modules }: ReleaseSet, route: ActiveRoute | null): Map<string, string> {
  const active = ['shared', ...(route ? [route.module] : [])];
  const scripts = active.flatMap((name) => {
    const record = modules[name];
    if (!record) return [];
    const page = route?.module === name ? (record.pages?.[pageFile(route.page)] ?? []) : [];
    return [{ url: record.entry, integrity: record.integrity }, ...record.preload, ...page];
  });
  return byUrl(scripts);
}

/** The session's code that sends requests. A screen that asks for its content would else fetch it when it stands, and ask only then. */
const clientOf = ({ modules }: ReleaseSet): Map<string, string> => byUrl(modules.shared?.pages?.client ?? []);

const byUrl = (scripts: readonly { url: string; integrity: string }[]): Map<string, string> => new Map(scripts.map(({ url, integrity }) => [url, integrity]));

/** Preloads everything the first screen needs at once, instead of a chain of entry, libraries, module and page. */
const scriptPreloads = (scripts: ReadonlyMap<string, string>, nonce: string, priority?: 'low'): string[] =>
  [...scripts].map(
    ([url, integrity]) =>
      `<link rel="preload" as="script" ${priority ? `fetchpriority="${priority}" ` : ''}crossorigin="anonymous" href="${url}" integrity="${integrity}" nonce="${nonce}">`,
  );

/** A screen that people type into first, such as the login. */
const isWayIn = (route: ActiveRoute | null): boolean => route?.layout === 'bare' && route.guard !== 'session';

/** From a login screen users go on to their calls, so those scripts load while they type. */
function nextScreen(releases: ReleaseSet, route: ActiveRoute | null): string[] {
  if (!isWayIn(route)) return [];
  const currentScripts = scriptsOf(releases, route);
  const next = [...scriptsOf(releases, activeRoute(releases, HOME_WHEN_SIGNED_IN)).keys()].filter((url) => !currentScripts.has(url));
  return next.map((url) => `<link rel="prefetch" as="script" crossorigin="anonymous" href="${url}">`);
}
