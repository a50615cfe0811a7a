import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { demoOf, type Stack } from '../support/stack.ts';
import { freshContext, openBrowser, slowDown } from './browser.ts';
import { type Figure, median, times, wait } from './figure.ts';
import { cardFloor } from './floors/card/build.ts';
import { type SiteFile, serveSite } from './floors/site.ts';
import { partnerHeaders, readAsPartner } from './partner-page.ts';

const CPU = 4;
/** Changes of one measurement, and measurements of each page in turn: neighbours and a warm processor do not choose sides. */
const CHANGES = 30;
const ROUNDS = 5;
const HIDDEN_SECONDS = 10;
/** Of each kind recorded for each widget before its page is opened; they are played in a circle, so that every one changes something. */
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
  const bare = await serveSite({
    '/card.js': { type: 'text/javascript', body: await cardFloor() },
    '/sentiment/RELIANCE': { type: 'application/json', body: await (await readAsPartner(stack))('RELIANCE') },
    '/': {
      type: 'text/html',
      body: '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Floor</title><script type="module" src="/card.js"></script><bare-card stock="RELIANCE"></bare-card></html>',
    },
  });
  const browser = await openBrowser();
  const contexts: BrowserContext[] = [];
  const open = async (address: string, isReady: () => boolean): Promise<Opened> => {
    const context = await freshContext(browser);
    contexts.push(context);
    const page = await context.newPage();
    await page.addInitScript(keepLine);
    const cdp = await slowDown(page, { cpu: CPU });
    // Processor time of the main thread: neighbours on the machine do not count.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(address);
    await page.waitForFunction(isReady);
    await page.waitForTimeout(1000);
    return { page, cdp };
  };
  try {
    const card = await open(`${bare.origin}/`, isCardReady);
    const widgets = new Map<string, Opened>();
    for (const { name } of SHOWN) widgets.set(name, await open(`${site.origin}/${name}`, areWidgetsReady));
    const kinds: readonly Kind[] = [
      { name: 'bare card', opened: card, changes: CARD_TICKS, tell: tickCard },
      ...SHOWN.map(({ name, subject }) => ({ name, opened: widgets.get(name)!, changes: recorded[subject]!.ticks, tell: tellWidgets })),
      ...SHOWN.map(({ name, subject }) => ({ name: `${name} anew`, opened: widgets.get(name)!, changes: recorded[subject]!.refreshes, tell: tellWidgets })),
    ];
    const costs = new Map<string, Cost[]>(kinds.map(({ name }) => [name, []]));
    for (const _ of times(ROUNDS)) for (const kind of kinds) costs.get(kind.name)!.push(await costOfChange(kind));
    const cost = (name: string): Cost => {
      const list = costs.get(name)!;
      return { ms: median(list.map(({ ms }) => ms)), script: median(list.map(({ script }) => script)), bytes: list[0]!.bytes };
    };
    const told = (name: string): string => `${name} ${cost(name).ms.toFixed(2)} ms (script ${cost(name).script.toFixed(2)}, ${cost(name).bytes} B)`;
    const floor = cost('bare card').ms;
    const worst = (suffix: string): number => Math.max(...SHOWN.map(({ name }) => cost(name + suffix).ms));
    for (const context of contexts.splice(0)) await context.close();
    const { page, cdp } = await open(`${site.origin}/all`, areWidgetsReady);
    const hidden = await whileHidden(page, cdp);
    return [
      {
        name: 'Price tick in a widget',
        budget: '≤ 2.5× a bare card’s',
        measured: `${worst('').toFixed(2)} ms`,
        ratio: worst('') / floor,
        pass: worst('') / floor <= 2.5,
        note: `every second, CPU ${CPU}×, main thread, script, style and layout; ${told('bare card')}; ${SHOWN.map(({ name }) => told(name)).join(', ')}`,
      },
      {
        name: 'All figures of a widget anew',
        budget: '',
        measured: `${worst(' anew').toFixed(2)} ms`,
        pass: null,
        note: `no budget; every 5 s, measured alike; ${SHOWN.map(({ name }) => told(`${name} anew`)).join(', ')}`,
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
    bare.close();
  }
}

interface Opened {
  readonly page: Page;
  readonly cdp: CDPSession;
}
interface Kind {
  readonly name: string;
  readonly opened: Opened;
  readonly changes: readonly unknown[];
  /** Runs in the page. */
  readonly tell: (change: unknown) => void;
}
/** What a tick changes in a widget, too. */
const CARD_TICKS = [
  { ltp: 2901.05, change_pct: 0.41 },
  { ltp: 2899.1, change_pct: 0.34 },
  { ltp: 2902.35, change_pct: 0.46 },
];

interface Kept {
  line?: EventSource;
  heard?: boolean;
  open: number;
}
interface Widget {
  snapshot(): object | null;
}

/** In the page. */
const isCardReady = (): boolean => document.querySelector('bare-card')?.shadowRoot?.querySelector('footer') != null;
const areWidgetsReady = (): boolean => {
  const widgets = [...document.querySelectorAll('[access-key]')];
  return (
    (globalThis as unknown as Kept).heard === true &&
    widgets.every(
      (each) => each.matches(':defined') && (each as unknown as Widget).snapshot() !== null && each.shadowRoot?.querySelector('section:not([aria-busy])'),
    )
  );
};
const tickCard = (change: unknown): void => void dispatchEvent(new CustomEvent('tick', { detail: change }));
const tellWidgets = (change: unknown): void => {
  const { line } = globalThis as unknown as Required<Kept>;
  // Nothing else comes meanwhile.
  line.close();
  line.dispatchEvent(new MessageEvent('delta', { data: change, lastEventId: 'bench-0' }));
};

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

interface Recorded {
  /** New prices alone. */
  readonly ticks: string[];
  /** Everything that was computed anew. */
  readonly refreshes: string[];
}

/** Real changes by subject, as the server streams them. */
async function record(stack: Stack): Promise<Record<string, Recorded>> {
  const { origin, authorization } = await partnerHeaders(stack);
  const watch = `${authorization!.replace('Bearer ', '')}~${SHOWN.map(({ subject }) => subject).join()}`;
  const gone = AbortSignal.timeout(RECORD_MS);
  const answer = await fetch(`${stack.portal}/embed/v1/stream?watch=${watch}`, { headers: { origin: origin! }, signal: gone });
  const found: Record<string, Recorded> = Object.fromEntries(SHOWN.map(({ subject }) => [subject, { ticks: [], refreshes: [] }]));
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
    const blocks = (rest + decoder.decode(part, { stream: true })).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const [, json] = /\nevent: delta\ndata: (.*)$/.exec(block) ?? [];
      if (!json) continue;
      const { widget, code, set } = JSON.parse(json) as { widget: string; code: string; set: object };
      found[`${widget}:${code}`]?.['as_of' in set ? 'refreshes' : 'ticks'].push(json);
    }
    if (Object.values(found).every(({ ticks, refreshes }) => ticks.length >= RECORDED && refreshes.length >= RECORDED)) break;
  }
  return found;
}

/** Milliseconds of main thread for one change, and of script among them, over those of frames in which nothing changes. */
interface Cost {
  readonly ms: number;
  readonly script: number;
  readonly bytes: number;
}
async function costOfChange({ opened: { page, cdp }, changes, tell }: Kind): Promise<Cost> {
  await page.bringToFront();
  const run = async (list: readonly unknown[]): Promise<{ ms: number; script: number }> => {
    const before = await spent(cdp);
    await page.evaluate(`(async (tell, list) => {
      for (let at = 0; at < ${CHANGES}; at += 1) {
        if (list.length > 0) tell(list[at % list.length]);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    })(${tell}, ${JSON.stringify(list)})`);
    const after = await spent(cdp);
    return { ms: after.task - before.task, script: after.script - before.script };
  };
  // Warm, as a page is that has stood for a while.
  await run(changes);
  const still = await run([]);
  const moving = await run(changes);
  return { ms: (moving.ms - still.ms) / CHANGES, script: (moving.script - still.script) / CHANGES, bytes: JSON.stringify(changes[0]).length };
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
