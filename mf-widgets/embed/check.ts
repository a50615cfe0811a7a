import { ELEMENTS, type ElementTag, type Kind } from '@vimarsh/shared/contract/embed/elements.ts';
import { ELEMENT_TAGS } from '@vimarsh/shared/contract/embed/widgets.ts';
import type { WidgetSnapshot } from '../npm/src/events.ts';
import { type ElementFacts, type Finding, findingsOf, type KeyFacts, type PageFacts } from './check-findings.ts';

/**
 * The integration check: opened with `?vimarsh-check` in a partner page's address, it lays over the page what stands in the
 * way of our widgets there, each with its fix. Fetched only then; sends nothing but the question about the page's keys.
 */
const CSS = `
:host{all:initial}
section{box-sizing:border-box;width:100%;max-height:100%;overflow:auto;padding:16px;border:1px solid #7d8896;border-radius:10px;background:#fff;color:#12161c;font:400 13px/1.45 system-ui,sans-serif;text-align:left;direction:ltr}
h2{margin:0 0 8px;font-size:15px}
ul{margin:0;padding:0;list-style:none}
li{padding:8px 0;border-top:1px solid #e4e7ec;overflow-wrap:anywhere}
b::before{content:'✓ ';color:#0b7a4b}
li.wrong b::before{content:'! ';color:#b3261e}
p{margin:4px 0 0}
button{float:right;min-width:44px;min-height:44px;margin:-12px -12px 0 0;border:0;background:none;color:inherit;font:inherit;cursor:pointer}
button:focus-visible,section:focus-visible{outline:2px solid #2d2e8d;outline-offset:-2px}
@media (prefers-color-scheme:dark){section{background:#151a21;color:#e8ecf2}li{border-color:#252d38}b::before{color:#3ecf8e}li.wrong b::before{color:#ff7b72}button:focus-visible,section:focus-visible{outline-color:#8f91ff}}`;
const PLACE = 'all:initial;position:fixed;right:8px;bottom:8px;width:min(380px,calc(100vw - 16px));height:auto;max-height:70vh;display:flex;z-index:2147483647';
const REPAINT_MS = 1000;
/** From the script's last byte to the boxes it makes. */
const MAKING_MS = 1000;

type Widget = HTMLElement & { snapshot(): WidgetSnapshot | null; refresh(): Promise<void> };
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}
interface LongFrame extends PerformanceEntry {
  readonly scripts: readonly { readonly sourceURL: string; readonly duration: number }[];
}
interface Violation {
  readonly effectiveDirective: string;
  readonly blockedURL?: string;
  readonly blockedURI?: string;
}

const widgets = (): Widget[] => [...document.querySelectorAll<Widget>(ELEMENT_TAGS.join())];
const isOurs = (node: Node | null): boolean => Boolean(node && (node instanceof Element ? node : node.parentElement)?.closest(ELEMENT_TAGS.join()));

/** Its own box grows while findings come; the page without `?vimarsh-check` has none. */
const CHECK = 'data-vimarsh-check';
const isCheck = (node: Node | null): boolean => node instanceof Element && node.hasAttribute(CHECK);

const VERSION = '__EMBED_VERSION__';

/** `portal`: origin the script came from. */
export function startCheck(portal: string): void {
  const errors = new WeakMap<Element, { code: string; fix: string }>();
  addEventListener('vimarsh:error', (event) => errors.set(event.target as Element, (event as CustomEvent).detail));
  addEventListener('vimarsh:data', (event) => errors.delete(event.target as Element));
  const violations = watchPolicy(portal);
  const shift = watchShift(portal);
  const work = watchWork(portal);
  const keys = new Map<string, KeyFacts>();
  const asked = new Set<string>();

  const facts = (): PageFacts => ({
    portal,
    version: VERSION,
    keys: [...keys.values()],
    elements: widgets().map((element) => factsOf(element, errors.get(element))),
    frames: document.querySelectorAll(`iframe[src^="${portal}/"]`).length,
    violations: [...violations],
    shift: shift(),
    work: work(),
    wire: wireOf(portal),
    loaders: document.querySelectorAll(`script[src^="${portal}/w/"]`).length,
  });
  const paint = overlay(() => clearInterval(timer));
  const look = (): void => {
    const ofElements = widgets().flatMap((element) =>
      'widget' in ELEMENTS[element.localName as ElementTag] ? [element.getAttribute('access-key') ?? ''] : [],
    );
    for (const key of [...ofElements, ...keysOfFrames(portal)]) {
      if (asked.has(key)) continue;
      asked.add(key);
      void askKey(portal, key).then((found) => keys.set(key, found));
    }
    paint(findingsOf(facts()));
  };
  // A failure from before this began is told again by the next try.
  for (const element of widgets()) if (!element.snapshot?.()) void element.refresh?.();
  const timer = setInterval(look, REPAINT_MS);
  look();
}

/** A frame has its key in path or query. */
const keysOfFrames = (portal: string): string[] =>
  [...document.querySelectorAll<HTMLIFrameElement>(`iframe[src^="${portal}/"]`)].flatMap(({ src }) => /pk_(live|test|app)_[\w-]+/.exec(src)?.[0] ?? []);

function factsOf(element: Widget, error: ElementFacts['error']): ElementFacts {
  const tag = element.localName as ElementTag;
  const { codes, widget }: Kind = ELEMENTS[tag];
  const of = (name: string): string => element.getAttribute(name)?.trim() ?? '';
  return {
    tag,
    code: widget ? (codes.map(of).find(Boolean) ?? '').toUpperCase() : '',
    key: of('access-key'),
    widget,
    width: element.getBoundingClientRect().width,
    shown: !widget || Boolean(element.snapshot?.()),
    error,
  };
}

async function askKey(portal: string, key: string): Promise<KeyFacts> {
  const none = { key, origin, listed: false, proof: false, widgets: [], blocked: [] };
  try {
    const answer = await fetch(`${portal}/embed/v1/check?access_key=${encodeURIComponent(key)}`, { credentials: 'omit', signal: AbortSignal.timeout(15_000) });
    const { data } = (await answer.json()) as { data: Omit<KeyFacts, 'key'> | null };
    return data ? { ...data, key } : { ...none, state: 'unreachable' };
  } catch {
    return { ...none, state: 'unreachable' };
  }
}

/** Violations about us, also those from before, as far as the browser remembers them. */
function watchPolicy(portal: string): Set<PageFacts['violations'][number]> {
  const found = new Set<PageFacts['violations'][number]>();
  const seen = new Set<string>();
  const note = ({ effectiveDirective: directive, blockedURL, blockedURI }: Violation): void => {
    const blocked = blockedURL ?? blockedURI ?? '';
    if (!blocked.startsWith(portal) || seen.has(directive)) return;
    seen.add(directive);
    found.add({ directive, blocked });
  };
  addEventListener('securitypolicyviolation', note);
  if ('ReportingObserver' in globalThis) {
    const each = (reports: readonly { body: unknown }[]): void => {
      for (const { body } of reports) note(body as Violation);
    };
    new (globalThis as unknown as { ReportingObserver: new (hear: typeof each, options: object) => { observe(): void } }).ReportingObserver(each, {
      types: ['csp-violation'],
      buffered: true,
    }).observe();
  }
  return found;
}

const measures = (type: string): boolean => PerformanceObserver.supportedEntryTypes.includes(type);

/** What stands below a widget is pushed by it when the script comes to a page that kept no room. */
const isBelowOurs = (node: Node | null): boolean =>
  Boolean(node && widgets().some((element) => element.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING));

/** Shifts of the page; ours are those in which something of ours moved, a box of ours had just changed its height, or had just been made. */
function watchShift(portal: string): () => PageFacts['shift'] {
  if (!measures('layout-shift')) return () => null;
  const came = Math.min(...scriptsOf(portal).map(({ responseEnd }) => responseEnd));
  let [ours, page] = [0, 0];
  let resized = Number.NEGATIVE_INFINITY;
  const heights = new WeakMap<Element, number>();
  const boxes = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      if ((heights.get(target) ?? contentRect.height) !== contentRect.height) resized = performance.now();
      heights.set(target, contentRect.height);
    }
  });
  for (const element of widgets()) boxes.observe(element);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput || (entry.sources.length > 0 && entry.sources.every(({ node }) => isCheck(node)))) continue;
      page += entry.value;
      const made = entry.startTime >= came && entry.startTime < came + MAKING_MS;
      const byUs = entry.sources.some(({ node }) => isOurs(node) || (made && isBelowOurs(node)));
      if (byUs || Math.abs(entry.startTime - resized) < 100) ours += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  return () => ({ ours, page });
}

/** Our code in long frames, ms. */
function watchWork(portal: string): () => number | null {
  if (!measures('long-animation-frame')) return () => null;
  let total = 0;
  new PerformanceObserver((list) => {
    for (const { scripts } of list.getEntries() as LongFrame[])
      for (const { sourceURL, duration } of scripts) if (sourceURL.startsWith(`${portal}/w/`)) total += duration;
  }).observe({ type: 'long-animation-frame', buffered: true });
  return () => total;
}

const answersOf = (prefix: string): PerformanceResourceTiming[] =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) => name.startsWith(prefix));
const scriptsOf = (portal: string): PerformanceResourceTiming[] => answersOf(`${portal}/w/`);

function wireOf(portal: string): PageFacts['wire'] {
  const answers = answersOf(`${portal}/`);
  return { bytes: answers.reduce((sum, { transferSize }) => sum + transferSize, 0), answers: answers.length };
}

/** A box over the page, out of reach of its styles. Returns what paints the findings into it. */
function overlay(onClose: () => void): (findings: readonly Finding[]) => void {
  const host = document.createElement('div');
  host.setAttribute(CHECK, '');
  for (const rule of PLACE.split(';')) {
    const [name, value] = rule.split(':') as [string, string];
    host.style.setProperty(name, value, 'important');
  }
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  root.adoptedStyleSheets = [sheet];
  const make = (name: string, text = '', ...children: Element[]): HTMLElement => {
    const element = document.createElement(name);
    element.textContent = text;
    element.append(...children);
    return element;
  };
  const close = make('button', '✕');
  close.setAttribute('aria-label', 'Close the check');
  close.onclick = () => {
    onClose();
    host.remove();
  };
  const title = make('h2');
  const list = make('ul');
  const box = make('section', '', close, title, list);
  box.setAttribute('aria-label', 'Vimarsh integration check');
  box.tabIndex = 0;
  root.append(box);
  document.body.append(host);
  let last = '';
  return (findings) => {
    const now = JSON.stringify(findings);
    if (now === last) return;
    last = now;
    const failed = findings.filter(({ ok }) => !ok).length;
    title.textContent = failed === 0 ? 'Vimarsh: all in order' : `Vimarsh: ${failed} to mend`;
    list.replaceChildren(
      ...findings
        .toSorted((a, b) => Number(a.ok) - Number(b.ok))
        .map(({ about, ok, text, fix }) => {
          const item = make('li', '', make('b', about), make('p', text), ...(fix ? [make('p', `→ ${fix}`)] : []));
          if (!ok) item.className = 'wrong';
          return item;
        }),
    );
  };
}
