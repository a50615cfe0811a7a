import type { ModuleRoute } from '@vimarsh/shared/contract/module.contract.ts';
import type { PageData } from '@vimarsh/shared/contract/page.contract.ts';
import type { ReleaseRecord, ReleaseSet } from '@vimarsh/shared/contract/release.contract.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/home.ts';
import { partnerTheme, themeCss } from '@vimarsh/shared/domain/theme.ts';

/** What is known of the screen an address shows, before any script. */
export interface ActiveRoute extends ModuleRoute {
  readonly module: string;
}

/**
 * The route of a path, most literal first. The server only needs it for title, layout and preloads; guards and redirects
 * are root-config's business.
 */
export function activeRoute({ modules }: ReleaseSet, path: string): ActiveRoute | null {
  const have = path.split('/').filter(Boolean);
  const fits = (pattern: string): boolean => {
    const want = pattern.split('/').filter(Boolean);
    return have.length <= want.length && want.every((part, at) => (part.startsWith(':') ? have[at] !== undefined || part.endsWith('?') : part === have[at]));
  };
  const routes = Object.values(modules).flatMap(({ name, manifest }) => manifest.routes.map((route) => ({ ...route, module: name })));
  const literal = (route: ActiveRoute): number => route.path.split('/').filter((part) => part.startsWith(':')).length;
  return routes.filter((route) => fits(route.path)).toSorted((a, b) => literal(a) - literal(b))[0] ?? null;
}

export interface PageParts {
  readonly data: PageData;
  readonly route: ActiveRoute | null;
  readonly boot: ReleaseRecord;
  readonly nonce: string;
}

/** Fills `root-config/index.html` for one request. */
export function fillPage(template: string, { data, route, boot, nonce }: PageParts): string {
  const { environment, releases } = data;
  const theme = partnerTheme(environment);
  const values: Record<string, string> = {
    nonce,
    layout: route?.layout ?? 'frame',
    market: data.market,
    title: escapeHtml(`${route?.title ?? 'Home'} · ${environment?.title ?? BRAND_TITLE}`),
    theme: environment ? themeCss(theme).replaceAll('</', '') : '',
    preloads: [...fontPreloads(template, theme.font), ...scriptPreloads(releases, route, nonce), ...nextScreen(releases, route)].join('\n'),
    'boot.url': boot.entry,
    'boot.integrity': boot.integrity,
    page: JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'),
  };
  return template.replace(/\{\{([\w.]+)\}\}/g, (hole, name: string) => values[name] ?? hole);
}

/** Scripts of a screen: libraries, frame, module and the screen's own chunk. */
function scriptsOf({ modules }: ReleaseSet, route: ActiveRoute | null): Map<string, string> {
  const active = ['shared', ...(route?.layout === 'bare' ? [] : ['shell']), ...(route ? [route.module] : [])];
  const scripts = active.flatMap((name) => {
    const record = modules[name];
    if (!record) return [];
    const page = route?.module === name ? (record.pages?.[kebab(route.page)] ?? []) : [];
    return [{ url: record.entry, integrity: record.integrity }, ...record.preload, ...page];
  });
  return new Map(scripts.map(({ url, integrity }) => [url, integrity]));
}

/** Everything the first screen is going to ask for, asked for at once: no chain of entry, libraries, module, page. */
const scriptPreloads = (releases: ReleaseSet, route: ActiveRoute | null, nonce: string): string[] =>
  [...scriptsOf(releases, route)].map(
    ([url, integrity]) => `<link rel="preload" as="script" crossorigin="anonymous" href="${url}" integrity="${integrity}" nonce="${nonce}">`,
  );

/** From a screen without the frame (the ways in) people go on to their calls: those scripts come while they type. */
function nextScreen(releases: ReleaseSet, route: ActiveRoute | null): string[] {
  if (route?.layout !== 'bare') return [];
  const here = scriptsOf(releases, route);
  const next = [...scriptsOf(releases, activeRoute(releases, HOME_WHEN_SIGNED_IN)).keys()].filter((url) => !here.has(url));
  return next.map((url) => `<link rel="prefetch" as="script" crossorigin="anonymous" href="${url}">`);
}

/** The faces that first text and prices are set in, under the addresses the template's own rules use. */
function fontPreloads(template: string, font: string): string[] {
  const family = font.includes('Roboto') ? 'roboto' : 'montserrat';
  const urls = ['latin', 'rupee'].flatMap((part) => new RegExp(`/fonts/${family}-${part}\\.woff2[?\\w]*`).exec(template) ?? []);
  return urls.map((url) => `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href="${url}">`);
}

/** `marketSentiment` is the page key of `market-sentiment.page.tsx`. */
const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
