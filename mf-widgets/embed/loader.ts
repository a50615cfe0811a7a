import { ELEMENTS, type ElementTag, type Kind } from '@vimarsh/shared/contract/embed/elements.ts';
import { subjectCode } from '@vimarsh/shared/domain/insights/subject-code.ts';
import type { WidgetSnapshot } from '../npm/src/events.ts';
import { BOX_CSS } from './look/box-style.ts';
import { heightOf } from './look/height.ts';
import { languageOf } from './look/language.ts';
import {
  askSession,
  embedPage,
  type Runtime,
  subjectOf,
  type Theme,
  type WidgetChunk,
  type WidgetHandle,
  type WidgetName,
  type WidgetOptions,
  type WidgetTarget,
} from './wire/protocol.ts';
import { preload, verifiedImport } from './wire/verified-import.ts';

/**
 * The script tag's file. It defines the elements as empty boxes of the right size and fetches the rest when one comes
 * near the viewport: code and data side by side. It sets no cookie, stores nothing and never throws into the page.
 */
/** Filled at build time: the versioned folder, seen from this file; `v1.js` is the same code one level up. */
const BASE = new URL('__EMBED_BASE__', import.meta.url).href;
const API = new URL(BASE).origin;
/** Hashes by file, filled at build time as `name hash,name hash`. An element's file is named as its tag, without what all tags begin with. */
const INTEGRITIES = Object.fromEntries('__INTEGRITIES__'.split(',').map((each) => each.split(' '))) as Record<string, string>;
const load = <T>(name: string, first?: Promise<void>): Promise<T> => verifiedImport<T>(urlOf(name), INTEGRITIES[name]!, first);
const urlOf = (name: string): string => `${BASE}${name}.js`;

/** All that visitors can read of a loader: nothing else, no dictionary either, could be fetched. */
const FAILED = { en: 'This could not be loaded. Try again', hi: 'लोड नहीं हुआ। फिर कोशिश करें' };

const boxSheet = new CSSStyleSheet();
boxSheet.replaceSync(BOX_CSS);

embedPage.verifiedImport ??= verifiedImport;

/** One runtime a page, whoever loaded it. A failed load is forgotten so that the next try really asks again. */
function runtime(): Promise<Runtime> {
  embedPage.loading ??= load<{ runtime: Runtime }>('runtime').then(
    (module) => module.runtime,
    (error: unknown) => {
      embedPage.loading = undefined;
      throw error;
    },
  );
  return embedPage.loading;
}

/** Subjects by key that have to be asked for in the next request, while no runtime does it. */
const wanted = new Map<string, Set<string>>();
function want({ credential, ...options }: WidgetOptions): void {
  // What has to be read first is left to the runtime.
  if (embedPage.runtime || !options.widget || !credential || !/^[A-Z\d&-]{1,20}(@[\d-]{10})?$/.test(options.code)) return;
  if (wanted.size === 0)
    if (document.readyState === 'loading')
      // The parser may bring more elements in a moment; otherwise all of them come in this task, and data are what is waited for longest.
      setTimeout(ask, 40);
    else queueMicrotask(ask);
  wanted.set(credential, (wanted.get(credential) ?? new Set()).add(subjectOf(options)));
}
function ask(): void {
  if (!embedPage.runtime)
    for (const [credential, set] of wanted) {
      // More than one request takes is left to the runtime.
      const subjects = [...set].slice(0, 200);
      const response = askSession(API, credential, subjects);
      embedPage.early.push({ credential, subjects, response });
      response.catch(() => undefined);
    }
  wanted.clear();
}

const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) if (entry.isIntersecting) void (entry.target as VimarshElement).boot();
  },
  { rootMargin: '300px' },
);

/** A box of the right size whose content is fetched when it comes near the screen. */
abstract class VimarshElement extends HTMLElement {
  static readonly observedAttributes = [
    'stock',
    'index',
    'expiry',
    'access-key',
    'proof',
    'theme',
    'lang',
    'density',
    'sections',
    'height',
    'fit',
    'derivatives',
  ];
  #root: ShadowRoot | undefined;
  #handle: WidgetHandle | undefined;
  #booting = false;

  connectedCallback(): void {
    const isNew = !this.#root;
    this.#root ??= this.attachShadow({ mode: 'open' });
    // What is fetched goes out first.
    if (this.#of('load') === 'eager') void this.boot();
    else near.observe(this);
    this.#keepSize();
    if (isNew) this.#show('');
  }

  disconnectedCallback(): void {
    near.unobserve(this);
    // A move within the page disconnects and connects in one task; only a real removal lets go.
    setTimeout(() => {
      if (this.isConnected) return;
      this.#handle?.dispose();
      this.#handle = undefined;
      this.#show('');
    });
  }

  attributeChangedCallback(): void {
    if (!this.#root) return;
    this.#keepSize();
    this.#handle?.update(this.#options());
  }

  /** Fetches the data again. */
  refresh(): Promise<void> {
    return this.#handle?.refresh() ?? Promise.resolve();
  }

  /** What is shown now, or null. */
  snapshot(): WidgetSnapshot | null {
    return this.#handle?.snapshot() ?? null;
  }

  /** Sets several attributes by name; null removes one. */
  update(attributes: Readonly<Record<string, string | null>>): void {
    for (const name in attributes)
      if (attributes[name] == null) this.removeAttribute(name);
      else this.setAttribute(name, attributes[name]);
  }

  /** Fulfilled when data are on the screen, rejected by the next failure; each reading waits anew. */
  get ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.snapshot()) resolve();
      this.addEventListener('vimarsh:ready', () => resolve());
      this.addEventListener('vimarsh:error', (event) => reject((event as CustomEvent).detail));
    });
  }

  /** Called by the viewport observer; safe to call any number of times. */
  async boot(): Promise<void> {
    if (this.#handle || this.#booting || !this.#root) return;
    this.#booting = true;
    near.unobserve(this);
    const chunk = () => chunkOf(this.localName as ElementTag);
    const emit = (type: string, detail: unknown, cancelable = false): boolean =>
      this.dispatchEvent(new CustomEvent(`vimarsh:${type}`, { detail, bubbles: true, composed: true, cancelable }));
    try {
      want(this.#options());
      void chunk().catch(() => undefined);
      const target: WidgetTarget = {
        root: this.#root,
        chunk,
        emit,
        show: (what) => {
          if ('expiry' in what) this.setAttribute('expiry', what.expiry);
          else if (emit('select', what, true)) this.setAttribute('stock', what.symbol);
        },
      };
      const { attach } = kindOf(this).widget ? await runtime() : ((await chunk()) as unknown as Pick<Runtime, 'attach'>);
      if (this.isConnected) this.#handle = attach(target, this.#options());
      await chunk();
    } catch (error) {
      this.#handle?.dispose();
      this.#handle = undefined;
      // The page hears of it once, however often it is tried.
      if (!this.#root.querySelector('button')) emit('error', { code: 'blocked', message: String(error), fix: `Allow script-src ${API}.`, retryable: true });
      this.#show(FAILED[languageOf(this.lang)], 'button');
      // Each page at a time of its own, and only while somebody is near.
      setTimeout(() => near.observe(this), 6e4 * Math.random());
    } finally {
      this.#booting = false;
    }
  }

  /** An attribute as text. */
  #of(name: string): string {
    return this.getAttribute(name)?.trim() ?? '';
  }

  /** A CSS length; a tall widget's page may choose another one. */
  #height(): string {
    const { height, compact, whole, tall } = kindOf(this);
    return (
      (tall && heightOf(this.#of('height'))) || (/^compact$/i.test(this.#of('density')) && compact) || (this.hasAttribute('derivatives') && whole) || height
    );
  }

  /** A host page may hide unknown tags or unset everything; the size and display of the box are part of the widget. */
  #keepSize(): void {
    const keep = (name: string, value: string): void => this.style.setProperty(name, value, 'important');
    keep('display', 'block');
    const height = this.#height();
    keep('min-height', height);
    keep('height', this.#options().scroll ? height : 'auto');
  }

  #options(): WidgetOptions {
    const { widget, codes, tall, whole, expires } = kindOf(this);
    const code = (codes.map((name) => this.#of(name)).find(Boolean) ?? '').toUpperCase();
    const [access_key, proof] = [this.#of('access-key'), this.#of('proof')];
    return {
      widget: widget as WidgetName,
      code: subjectCode(code, expires && this.#of('expiry')),
      credential: access_key && String(new URLSearchParams({ access_key, proof })),
      theme: this.#of('theme') as Theme,
      scroll: Boolean(tall || whole) && this.#of('fit') !== 'content',
    };
  }

  /** The box without a widget. What a page has put into it stands where there will be none, and in a disclaimer until its words come. */
  #show(text: string, tag = kindOf(this).widget ? 'div' : 'slot'): void {
    const box = document.createElement('div');
    box.className = 'box';
    box.dataset.theme = this.#options().theme;
    const inner = document.createElement(tag);
    inner.textContent = text;
    inner.lang = languageOf(this.lang);
    inner.onclick = () => this.boot();
    box.append(inner);
    if (text) box.append(document.createElement('slot'));
    this.#root!.adoptedStyleSheets = [boxSheet];
    this.#root!.replaceChildren(box);
  }
}
const kindOf = ({ localName }: Element): Kind => ELEMENTS[localName as ElementTag];

const chunks: Partial<Record<ElementTag, Promise<WidgetChunk> | undefined>> = {};
/** A widget's chunk takes preact from the runtime: it is fetched beside it and run after it. */
function chunkOf(tag: ElementTag): Promise<WidgetChunk> {
  const { widget }: Kind = ELEMENTS[tag];
  const name = tag.slice('vimarsh-'.length);
  if (chunks[tag]) return chunks[tag];
  const fetched = preload(urlOf(name), INTEGRITIES[name]!);
  // A failure is met, and mended, by the import below.
  fetched.catch(() => undefined);
  const loading = Promise.resolve(widget && runtime()).then(() => load<WidgetChunk>(name, fetched));
  loading.catch(() => {
    chunks[tag] = undefined;
  });
  chunks[tag] = loading;
  return loading;
}

for (const tag in ELEMENTS)
  if (customElements.get(tag)) console.info(`${tag} is defined already.`);
  else customElements.define(tag, class extends VimarshElement {});

/** Iframes of ours on this page get the height of their content; their code comes with the first, or with its first word. */
function frames(): void {
  embedPage.frames ??= load<{ serveFrames(api: string): void }>('frames').then(
    ({ serveFrames }) => serveFrames(API),
    () => {
      embedPage.frames = undefined;
    },
  );
}
addEventListener('message', ({ origin }) => origin === API && frames());
const look = (): void => void (document.querySelector(`iframe[src^="${API}/"]`) && frames());
document.addEventListener('DOMContentLoaded', look);
look();

if (location.search.includes('vimarsh-check')) load<{ startCheck(portal: string): void }>('check').then(({ startCheck }) => startCheck(API), console.warn);
