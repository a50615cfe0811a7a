import type { BrowserContext, Page } from '@playwright/test';
import type { Stack } from '../../e2e/support/stack.ts';
import type { Cell, CellFault, File } from './cells.ts';

/** Where each file is used, and how it is asked for in a tab that stands. */
export interface Stage {
  readonly files: RegExp;
  readonly path: string;
  /** Shows a part of the screen that is loaded when it is first wanted. */
  readonly wants?: 'search' | 'views';
  /** Whose screen it is; a visitor's if not given. */
  readonly as?: string;
}

const of = (module: string, file: string): RegExp => new RegExp(`/releases/${module}/[0-9a-f]{10}/${file}`);
export const HOME = '/retail-side/faq';
export const STAGES: Record<File, Stage> = {
  'boot.js': { files: of('root-config', 'boot\\.js'), path: HOME },
  'sw.js': { files: /\/sw\.js$/, path: HOME },
  'release set': { files: /\/market-sentiment$/, path: '/market-sentiment' },
  'shared entry': { files: of('shared', 'entry\\.js'), path: HOME },
  'shared base': { files: of('shared', 'base\\.js'), path: HOME },
  'shared xstate': { files: of('shared', 'xstate\\.js'), path: '/login' },
  'frame entry': { files: of('shell', 'entry\\.js'), path: HOME },
  'frame module': { files: of('shell', 'module\\.js'), path: HOME },
  'frame panel': { files: of('shell', '(?!entry|module)[\\w-]+\\.js'), path: HOME, wants: 'search' },
  'module entry': { files: of('mf-widgets', 'entry\\.js'), path: '/market-sentiment' },
  'module chunk': { files: of('mf-widgets', 'module\\.js'), path: '/market-sentiment' },
  'page chunk': { files: of('mf-widgets', 'page-market-sentiment\\.js'), path: '/market-sentiment' },
  'page panel': { files: of('mf-widgets', 'panel-saved-views\\.js'), path: '/data-categorisation', wants: 'views', as: 'Pro investor' },
};

/** One cell on its way. */
export interface Play {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly stack: Pick<Stack, 'portal'>;
  readonly cell: Cell;
  readonly stage: Stage;
}

/** A fault that was put in. */
export interface BrokenCell {
  /** Whether the faulty answer was really given. */
  met(): boolean | Promise<boolean>;
  mend(): void;
}

/** The network answers for the file as the fault says. */
export async function breakNetwork({ context, page, cell: { file, fault, moment }, stage }: Play): Promise<BrokenCell> {
  let broken = true;
  let mended = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    mended = resolve;
  });
  const hits = new Map<string, number>();
  const times = fault === '503 once' ? 1 : fault === '503 thrice' ? 3 : Number.POSITIVE_INFINITY;
  // What the worker keeps would never be asked for: a fault of the network meets a worker with nothing kept.
  if (moment === 'with worker') await forget(page);
  await context.route(
    (url) => stage.files.test(url.pathname),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const hit = hits.get(pathname) ?? 0;
      if (!broken || hit >= times) return route.fallback();
      hits.set(pathname, hit + 1);
      if (fault.startsWith('503')) return route.fulfill({ status: 503, contentType: 'text/plain', body: 'busy' });
      if (fault === 'aborted') return route.abort('connectionreset');
      if (fault === 'hangs') return;
      if (fault === 'slow') return over.then(() => route.continue()).catch(() => undefined);
      const real = await route.fetch();
      return route.fulfill({ response: real, body: damaged(await real.text(), fault, file) });
    },
  );
  return {
    met: () => hits.size > 0 && [...hits.values()].every((hit) => times === Number.POSITIVE_INFINITY || hit === times),
    mend: () => {
      broken = false;
      mended();
    },
  };
}

function damaged(text: string, fault: CellFault, file: File): string {
  if (file === 'release set') {
    const instead = fault === 'HTML' ? '<h1>Bad gateway</h1>' : fault === 'truncated' ? '{"brand":"Vim' : '{"modules":[]}';
    return text.replace(/(<script[^>]*id="vimarsh-page"[^>]*>).*?(<\/script>)/s, (_all, open, close) => open + instead.replaceAll('</', '<\\/') + close);
  }
  if (fault === 'HTML') return '<!doctype html><title>Bad gateway</title>';
  if (fault === 'truncated') return text.slice(0, text.length / 2);
  return `${text}\n;globalThis.tampered = true;`;
}

const POISON = '<!doctype html><title>Sign in to the Wi-Fi</title>';

/** Everything kept for the file, in whatever cache the worker has, becomes a page of a proxy. */
export async function poison({ context, page, stage }: Play): Promise<BrokenCell> {
  const inCaches = (text: string | null): Promise<number> =>
    page.evaluate(
      async ([source, text]) => {
        let poisoned = 0;
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const { url } of await cache.keys()) {
            if (!new RegExp(source!).test(new URL(url).pathname)) continue;
            // The worker may throw a file out at any moment, also between two of these lines.
            const kept = await cache.match(url);
            if (text && kept) await cache.put(url, new Response(text, { headers: kept.headers }));
            if ((await (await cache.match(url))?.text())?.includes('Wi-Fi')) poisoned += 1;
          }
        }
        return poisoned;
      },
      [stage.files.source, text] as const,
    );
  // What the page asked the worker for is kept a moment after it has come.
  const until = Date.now() + 5_000;
  while ((await inCaches(POISON)) === 0) {
    if (Date.now() > until) throw new Error('the worker keeps nothing that could be poisoned');
    await page.waitForTimeout(250);
  }
  // With a route of ours the browser's own cache is off, which would answer before the worker.
  await context.route('**/nothing-to-see', (route) => route.continue());
  return { met: async () => (await inCaches(null)) === 0, mend: () => undefined };
}

const forget = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
