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
} from './protocol.ts';
import { HOST_CSS } from './theme.ts';
import { preload, verifiedImport } from './verified-import.ts';

/**
 * The script tag's file. It defines the elements as empty boxes of the right size and fetches the rest when one comes
 * near the viewport: code and data side by side. It sets no cookie, stores nothing and never throws into the page.
 */
/** Filled at build time: the versioned folder, seen from this file; `v1.js` is the same code one level up. */
const BASE = new URL('__EMBED_BASE__', import.meta.url).href;
const API = new URL(BASE).origin;
const VERSION = '__EMBED_VERSION__';
/** One tag for each insight: file, its hash (filled at build time), what the element names and what a visitor reads when it can't be loaded. */
const ELEMENTS: Record<string, { widget: WidgetName; file: string; integrity: string; code: string; title: string }> = {
  'vimarsh-sentiment': {
    widget: 'market-sentiment',
    file: 'sentiment.js',
    integrity: '__SENTIMENT_INTEGRITY__',
    code: 'stock',
    title: 'Market sentiment',
  },
};
const RUNTIME_URL = `${BASE}runtime.js`;
const RUNTIME_INTEGRITY = '__RUNTIME_INTEGRITY__';

const hostSheet = new CSSStyleSheet();
hostSheet.replaceSync(HOST_CSS);

/** One runtime a page, whoever loaded it. A failed load is forgotten so that the next try really asks again. */
function runtime(): Promise<Runtime> {
  embedPage.loading ??= verifiedImport<{ runtime: Runtime }>(RUNTIME_URL, RUNTIME_INTEGRITY).then(
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
function want({ accessKey, ...options }: WidgetOptions): void {
  if (embedPage.runtime || !accessKey || !options.code) return;
  // The parser may bring more elements in a moment; otherwise all of them are here now.
  if (wanted.size === 0) setTimeout(ask, document.readyState === 'loading' ? 40 : 0);
  wanted.set(accessKey, (wanted.get(accessKey) ?? new Set()).add(subjectOf(options)));
}
function ask(): void {
  for (const [accessKey, set] of wanted) {
    // More than one request takes is left to the runtime.
    const subjects = [...set].slice(0, 200);
    if (embedPage.runtime) continue;
    const response = askSession(API, accessKey, subjects);
    response.catch(() => undefined);
    embedPage.early.push({ accessKey, subjects, response });
  }
  wanted.clear();
}

const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) if (entry.isIntersecting) (entry.target as VimarshElement).boot();
  },
  { rootMargin: '300px' },
);

abstract class VimarshElement extends HTMLElement {
  #root: ShadowRoot | undefined;
  #handle: WidgetHandle | undefined;
  #booting = false;

  connectedCallback(): void {
    // A host page may hide unknown tags or unset everything; the size and display of the box are part of the widget.
    this.style.setProperty('display', 'block', 'important');
    this.style.setProperty('min-height', '208px', 'important');
    if (!this.#root) {
      this.#root = this.attachShadow({ mode: 'open' });
      this.#root.adoptedStyleSheets = [hostSheet];
      this.#show('bone', '');
    }
    if (this.getAttribute('load') === 'eager') this.boot();
    else near.observe(this);
  }

  disconnectedCallback(): void {
    near.unobserve(this);
    // A move within the page disconnects and connects in one task; only a real removal lets go.
    setTimeout(() => {
      if (this.isConnected) return;
      this.#handle?.dispose();
      this.#handle = undefined;
      this.#show('bone', '');
    });
  }

  attributeChangedCallback(): void {
    this.#handle?.update(this.#options());
  }

  /** Fetches the data again. */
  refresh(): Promise<void> {
    return this.#handle?.refresh() ?? Promise.resolve();
  }

  /** Called by the viewport observer; safe to call any number of times. */
  async boot(): Promise<void> {
    if (this.#handle || this.#booting || !this.#root) return;
    this.#booting = true;
    near.unobserve(this);
    const { title } = this.#kind();
    try {
      want(this.#options());
      void this.#chunk().catch(() => undefined);
      const shared = await runtime();
      const target = { root: this.#root, chunk: () => this.#chunk(), emit: (type: string, detail: unknown) => this.#emit(type, detail) };
      if (this.isConnected) this.#handle = shared.attach(target, this.#options());
    } catch (error) {
      this.#show('fall', `${title} could not be loaded.`);
      this.#emit('error', {
        code: 'blocked',
        message: String(error),
        fix: `Allow script-src and connect-src ${API} in your Content-Security-Policy, and check the network.`,
        retryable: true,
      });
    } finally {
      this.#booting = false;
    }
  }

  #kind() {
    return ELEMENTS[this.localName]!;
  }

  #chunk(): Promise<WidgetChunk> {
    return chunkOf(this.localName);
  }

  #options(): WidgetOptions {
    const { widget, code } = this.#kind();
    const theme = this.getAttribute('theme');
    return {
      widget,
      code: (this.getAttribute(code) ?? '').trim().toUpperCase(),
      accessKey: this.getAttribute('access-key') ?? '',
      theme: (['light', 'dark', 'partner'].includes(theme ?? '') ? theme : 'auto') as Theme,
    };
  }

  #show(className: string, text: string): void {
    const box = document.createElement('div');
    box.className = 'box';
    box.dataset.theme = this.#options().theme;
    const inner = document.createElement('div');
    inner.className = className;
    inner.textContent = text;
    box.append(inner);
    this.#root?.replaceChildren(box);
  }

  #emit(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`vimarsh:${type}`, { detail, bubbles: true, composed: true }));
  }
}

const chunks = new Map<string, Promise<WidgetChunk>>();
/** The chunk takes preact from the runtime: it is fetched beside it and run after it. */
function chunkOf(tag: string): Promise<WidgetChunk> {
  const { file, integrity } = ELEMENTS[tag]!;
  const url = BASE + file;
  const known = chunks.get(tag);
  if (known) return known;
  const fetched = preload(url, integrity);
  // A failure is met, and mended, by the import below.
  fetched.catch(() => undefined);
  const loading = runtime().then(() => verifiedImport<WidgetChunk>(url, integrity, fetched));
  chunks.set(tag, loading);
  loading.catch(() => chunks.delete(tag));
  return loading;
}

for (const [tag, { code }] of Object.entries(ELEMENTS))
  if (customElements.get(tag)) console.info(`vimarsh ${VERSION}: ${tag} is already on this page; this second script tag does nothing.`);
  else
    customElements.define(
      tag,
      class extends VimarshElement {
        static readonly observedAttributes = [code, 'access-key', 'theme'];
      },
    );
