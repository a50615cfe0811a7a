import type { CDPSession, Page } from '@playwright/test';
import { demoOf, type Stack } from '../support/stack.ts';
import { freshContext, openBrowser, slowDown } from './browser.ts';
import { type Figure, times, wait } from './figure.ts';
import { type SiteFile, serveSite } from './floors/site.ts';
import { partnerHeaders } from './partner-page.ts';

const CPU = 4;
const TICKS = 40;
const HIDDEN_SECONDS = 10;
/** Recorded for each widget before its page is opened; they are played in a circle, so that every one changes something. */
const RECORDED = 3;
const RECORD_MS = 60_000;

interface Shown {
  readonly name: string;
  readonly subject: string;
  readonly tag: string;
}
const SHOWN: readonly Shown[] = [
  { name: 'sentiment', subject: 'market-sentiment:RELIANCE', tag: 'vimarsh-sentiment stock="RELIANCE"' },
  { name: 'equity', subject: 'equity-insights:RELIANCE', tag: 'vimarsh-equity stock="RELIANCE"' },
  { name: 'options', subject: 'options-insights:NIFTY', tag: 'vimarsh-options index="NIFTY"' },
];

/** What a widget costs once it stands: for each change of prices, and while nobody looks. */
export async function updateFigures(stack: Stack): Promise<Figure[]> {
  const { widget } = await demoOf(stack.portal);
  const recorded = await record(stack);
  const page = (shown: readonly Shown[]): SiteFile => ({
    type: 'text/html',
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Partner</title><script type="module" async crossorigin src="${stack.portal}/w/v1.js"></script>${shown.map(({ tag }) => `<${tag} load="eager" access-key="${widget.access_key}"></${tag.split(' ')[0]}>`).join('')}</html>`,
  });
  const pages = Object.fromEntries([...SHOWN.map((shown) => [`/${shown.name}`, page([shown])] as const), ['/all', page(SHOWN)] as const]);
  const site = await serveSite(pages, Number(new URL(stack.partnerSite).port));
  const browser = await openBrowser();
  const on = async <T>(path: string, count: number, work: (page: Page, cdp: CDPSession) => Promise<T>): Promise<T> => {
    const context = await freshContext(browser);
    try {
      const opened = await context.newPage();
      await opened.addInitScript(keepLine);
      const cdp = await slowDown(opened, { cpu: CPU });
      // Processor time of the main thread: neighbours on the machine do not count.
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
      await opened.goto(site.origin + path);
      await opened.waitForFunction(
        (wanted) => (globalThis as unknown as Kept).heard && document.querySelectorAll(':defined[access-key]').length === wanted,
        count,
      );
      await opened.waitForFunction(() => [...document.querySelectorAll('[access-key]')].every((each) => (each as unknown as Widget).snapshot() !== null));
      await opened.waitForTimeout(1000);
      return await work(opened, cdp);
    } finally {
      await context.close();
    }
  };
  try {
    const costs: { name: string; ms: number; script: number; bytes: number }[] = [];
    for (const { name, subject } of SHOWN)
      costs.push({ name, ...(await on(`/${name}`, 1, (opened, cdp) => costOfTick(opened, cdp, recorded[subject]!))), bytes: recorded[subject]![0]!.length });
    const worst = Math.max(...costs.map(({ ms }) => ms));
    const hidden = await on('/all', SHOWN.length, whileHidden);
    return [
      {
        name: 'Update cost of a tick in a widget',
        budget: '≤ 2 ms',
        measured: `${worst.toFixed(2)} ms`,
        pass: worst <= 2,
        note: `CPU ${CPU}×, main thread, script, style and layout; ${costs.map(({ name, ms, script, bytes }) => `${name} ${ms.toFixed(2)} ms (script ${script.toFixed(2)}, ${bytes} B)`).join(', ')}`,
      },
      {
        name: 'Idle CPU of hidden widgets',
        budget: '0',
        measured: `${hidden.script.toFixed(2)} ms of script in ${HIDDEN_SECONDS} s`,
        pass: hidden.script === 0 && hidden.requests === 0,
        note: `all three widgets; ${hidden.requests} requests, ${hidden.streams} streams open; main thread ${hidden.task.toFixed(1)} ms, an empty page too`,
      },
    ];
  } finally {
    await browser.close();
    site.close();
  }
}

interface Kept {
  line?: EventSource;
  heard?: boolean;
  open: number;
}
interface Widget {
  snapshot(): object | null;
}

/** Runs in the page before anything else: keeps hold of its stream, so that changes can be played to it. */
function keepLine(): void {
  const kept = globalThis as unknown as Kept;
  kept.open = 0;
  globalThis.EventSource = class extends EventSource {
    constructor(url: string | URL, init?: EventSourceInit) {
      super(url, init);
      kept.line = this;
      kept.open += 1;
      this.addEventListener('hello', () => {
        kept.heard = true;
      });
    }
    override close(): void {
      if (this.readyState !== EventSource.CLOSED) kept.open -= 1;
      super.close();
    }
  };
}

/** Real changes by subject, as the server streams them. */
async function record(stack: Stack): Promise<Record<string, string[]>> {
  const { origin, authorization } = await partnerHeaders(stack);
  const watch = `${authorization!.replace('Bearer ', '')}~${SHOWN.map(({ subject }) => subject).join()}`;
  const gone = AbortSignal.timeout(RECORD_MS);
  const answer = await fetch(`${stack.portal}/embed/v1/stream?watch=${watch}`, { headers: { origin: origin! }, signal: gone });
  const found: Record<string, string[]> = Object.fromEntries(SHOWN.map(({ subject }) => [subject, []]));
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
    const blocks = (rest + decoder.decode(part, { stream: true })).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const [, json] = /\nevent: delta\ndata: (.*)$/.exec(block) ?? [];
      if (!json) continue;
      const { widget, code } = JSON.parse(json) as { widget: string; code: string };
      found[`${widget}:${code}`]?.push(json);
    }
    if (Object.values(found).every((list) => list.length >= RECORDED)) break;
  }
  return found;
}

/** Milliseconds of main thread for one change, and of script among them, over those of frames in which nothing changes. */
async function costOfTick(page: Page, cdp: CDPSession, changes: readonly string[]): Promise<{ ms: number; script: number }> {
  const run = async (list: readonly string[]): Promise<{ ms: number; script: number }> => {
    const before = await spent(cdp);
    await page.evaluate(
      async ({ list, count }) => {
        const { line } = globalThis as unknown as Required<Kept>;
        // Nothing else comes meanwhile.
        line.close();
        for (let at = 0; at < count; at += 1) {
          const data = list[at % list.length];
          if (data) line.dispatchEvent(new MessageEvent('delta', { data, lastEventId: `bench-${at}` }));
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        }
      },
      { list, count: TICKS },
    );
    const after = await spent(cdp);
    return { ms: after.task - before.task, script: after.script - before.script };
  };
  // Warm, as a page is that has stood for a while.
  await run(changes);
  const still = await run([]);
  const moving = await run(changes);
  return { ms: (moving.ms - still.ms) / TICKS, script: (moving.script - still.script) / TICKS };
}

async function whileHidden(page: Page, cdp: CDPSession): Promise<{ script: number; task: number; requests: number; streams: number }> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await wait(2000);
  const streams = await page.evaluate(() => (globalThis as unknown as Kept).open);
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  const before = await spent(cdp);
  for (const _ of times(HIDDEN_SECONDS)) await wait(1000);
  const after = await spent(cdp);
  return { script: after.script - before.script, task: after.task - before.task, requests, streams };
}

/** ms of the main thread so far: all its tasks, and script among them. */
async function spent(cdp: CDPSession): Promise<{ task: number; script: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)!.value * 1000;
  return { task: of('TaskDuration'), script: of('ScriptDuration') };
}
