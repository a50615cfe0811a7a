import type { Page, Route } from '@playwright/test';

/** What happens to a request. `times`: only to the first so many script requests of each file. */
export type Fault = { kind: '503' | 'html' | 'tampered' | 'silent'; times?: number };

export interface Broken {
  /** Requests that met the fault, by path. */
  readonly hits: Map<string, number>;
  /** From now on everything is answered properly. */
  mend(): void;
}

/**
 * Breaks files of a module as the browser sees them. Preloads are taken out of the page first, so that the request that
 * meets the fault is the loader's own.
 */
export async function breakFiles(page: Page, files: RegExp, { kind, times = Number.POSITIVE_INFINITY }: Fault): Promise<Broken> {
  const hits = new Map<string, number>();
  let broken = true;
  await withoutPreloads(page);
  await page.route(files, async (route) => {
    const { pathname } = new URL(route.request().url());
    const count = hits.get(pathname) ?? 0;
    if (!broken || count >= times) return route.continue();
    hits.set(pathname, count + 1);
    return answer(route, kind);
  });
  return {
    hits,
    mend() {
      broken = false;
    },
  };
}

async function answer(route: Route, kind: Fault['kind']): Promise<void> {
  if (kind === '503') return route.fulfill({ status: 503, contentType: 'text/plain', body: 'busy' });
  if (kind === 'html') return route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Bad gateway</title>' });
  if (kind === 'silent') return;
  const real = await route.fetch();
  return route.fulfill({ response: real, body: `${await real.text()}\n;window.tampered = true;` });
}

async function withoutPreloads(page: Page): Promise<void> {
  await editPage(page, (html) => html.replace(/<link rel="preload" as="script"[^>]*>\n?/g, ''));
}

/** Changes the portal's HTML on its way to the browser. */
export async function editPage(page: Page, edit: (html: string) => string): Promise<void> {
  await page.route(
    (url) => !/^\/(releases|fonts|reco|auth|base|market|insights|media|socket\.io)\b/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const real = await route.fetch();
      return route.fulfill({ response: real, body: edit(await real.text()) });
    },
  );
}

/** Counts how often the page was loaded, without the first time. */
export function countReloads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => Math.max(0, loads - 1);
}
