import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../shared/build/tests/browser.mjs';
import { sized } from './figure.ts';

/** What the browser is made to feel like. Times in ms, speed in Mbit/s. */
export interface Conditions {
  readonly cpu: number;
  readonly network?: { readonly latency: number; readonly mbit: number };
}
export const SLOW_4G = { latency: sized(150, 1), mbit: sized(1.6, 1000) };
export const FAST_4G = { latency: sized(60, 1), mbit: sized(9, 1000) };
/** How many times slower a phone's processor is. */
export const PHONE_CPU = sized(4, 1);
/** What blocks the main thread is counted for so long after the content. */
const AFTER_CONTENT_MS = sized(1000, 50);

export interface NetworkRequest {
  readonly url: string;
  readonly type: string;
  /** Seconds on the browser's clock. */
  readonly at: number;
  /** Bytes of the body as they came over the wire; 0 from the cache. */
  bytes: number;
  cached: boolean;
}

export interface Visit {
  /** From the start of the navigation until the content stood and two frames had passed, ms. */
  readonly content: number;
  readonly firstPaint: number;
  /** What blocked the main thread for more than 50 ms at a time, until a second after the content, ms. */
  readonly blocked: number;
  readonly shift: number;
  /** Network requests until the content. */
  readonly requests: readonly NetworkRequest[];
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium on this machine: CHROMIUM_PATH may name one');
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
  // Precise heap figures, and a garbage collector that can be called.
  return chromium.launch({ executablePath, args: [...args, '--enable-precise-memory-info', '--js-flags=--expose-gc'] });
}

/**
 * A fresh profile, with what another kept of its session, if any. A viewport as narrow as a phone's can be touched. Service workers are
 * kept out: their requests could not be slowed down with the page's.
 */
export const freshContext = (
  browser: Browser,
  viewport = { width: 412, height: 915 },
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<BrowserContext> =>
  browser.newContext({ viewport, hasTouch: viewport.width < 600, serviceWorkers: 'block', locale: 'en-IN', timezoneId: 'Asia/Kolkata', storageState });

export async function slowDown(page: Page, { cpu, network }: Conditions): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await cdp.send('Network.enable');
  await cdp.send('Page.enable');
  if (network) {
    const bytesPerSecond = (network.mbit * 1e6) / 8;
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  return cdp;
}

/** Opens an address and measures until `count` elements of `selector` stand; a selector may reach into shadow roots with ` >>> `. */
export async function visit(page: Page, cdp: CDPSession, url: string, { selector, count = 1 }: { selector: string; count?: number }): Promise<Visit> {
  const requests = new Map<string, NetworkRequest>();
  const onRequest = ({ requestId, request, type = '', timestamp }: { requestId: string; request: { url: string }; type?: string; timestamp: number }) => {
    if (request.url.startsWith('http')) requests.set(requestId, { url: request.url, type, at: timestamp, bytes: 0, cached: false });
  };
  const onCached = ({ requestId }: { requestId: string }) => {
    const request = requests.get(requestId);
    if (request) request.cached = true;
  };
  const onData = ({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }) => {
    const request = requests.get(requestId);
    if (request && !request.cached) request.bytes += encodedDataLength;
  };
  cdp.on('Network.requestWillBeSent', onRequest);
  cdp.on('Network.requestServedFromCache', onCached);
  cdp.on('Network.dataReceived', onData);
  const script = await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch.toString()})(${JSON.stringify({ selector, count })})` });
  // The page says itself when its content stands: whoever asks it makes it read a script of 300 kB first, 50 ms of a slow phone.
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: SEEN });
  const content = Promise.withResolvers<void>();
  // Told where it is awaited, if the page opens at all.
  content.promise.catch(() => undefined);
  const onSeen = ({ name }: { name: string }): void => {
    if (name === SEEN) content.resolve();
  };
  cdp.on('Runtime.bindingCalled', onSeen);
  const late = setTimeout(() => content.reject(new Error(`${url}: no ${count} × ${selector} within a minute`)), 60_000);
  try {
    await page.goto(url, { waitUntil: 'commit' });
    await content.promise;
    await page.waitForTimeout(AFTER_CONTENT_MS);
    const seen = await page.evaluate(() => (globalThis as unknown as Watched).bench);
    const list = [...requests.values()];
    const began = Math.min(...list.map(({ at }) => at));
    return {
      content: seen.content!,
      firstPaint: seen.firstPaint,
      blocked: seen.blocked,
      shift: seen.shift,
      requests: list.filter(({ at, cached }) => !cached && (at - began) * 1000 <= seen.content!),
    };
  } finally {
    clearTimeout(late);
    cdp.off('Runtime.bindingCalled', onSeen);
    await cdp.send('Runtime.removeBinding', { name: SEEN });
    await cdp.send('Page.removeScriptToEvaluateOnNewDocument', script);
    cdp.off('Network.requestWillBeSent', onRequest);
    cdp.off('Network.requestServedFromCache', onCached);
    cdp.off('Network.dataReceived', onData);
  }
}

const SEEN = 'contentStands';
interface Watched {
  /** A binding to `visit`. */
  contentStands(what: string): void;
  bench: { content?: number; firstPaint: number; blocked: number; shift: number };
}

/** Runs in the page before anything else. */
function watch({ selector, count }: { selector: string; count: number }): void {
  const seen: Watched['bench'] = { firstPaint: 0, blocked: 0, shift: 0 };
  (globalThis as unknown as Watched).bench = seen;
  const observe = (type: string, each: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  observe('longtask', ({ duration }) => {
    seen.blocked += duration - 50;
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-paint') seen.firstPaint = startTime;
  });
  const [host = '', inner] = selector.split(' >>> ');
  const found = (): number =>
    inner === undefined
      ? document.querySelectorAll(host).length
      : [...document.querySelectorAll(host)].filter((element) => element.shadowRoot?.querySelector(inner)).length;
  const look = (): void => {
    if (found() < count) {
      requestAnimationFrame(look);
      return;
    }
    requestAnimationFrame(() =>
      setTimeout(() => {
        seen.content = performance.now();
        (globalThis as unknown as Watched).contentStands('');
      }),
    );
  };
  requestAnimationFrame(look);
}
