import { RUNTIME_KEY, type Runtime, type Theme, type WidgetHandle, type WidgetOptions } from './protocol.ts';
import { HOST_CSS } from './theme.ts';
import { verifiedImport } from './verified-import.ts';

/**
 * The script tag's file. It defines the elements as empty boxes of the right size and fetches the rest when one comes
 * near the viewport. It sets no cookie, stores nothing and never throws into the page.
 */
/** Filled at build time: the versioned folder, seen from this file; `v1.js` is the same code one level up. */
const BASE = new URL('__EMBED_BASE__', import.meta.url).href;
const RUNTIME_URL = `${BASE}runtime.js`;
/** Filled at build time with the hash of the runtime built beside this file. */
const RUNTIME_INTEGRITY = '__RUNTIME_INTEGRITY__';
const VERSION = '__EMBED_VERSION__';

const hostSheet = new CSSStyleSheet();
hostSheet.replaceSync(HOST_CSS);

let pending: Promise<Runtime> | undefined;
/** One runtime a page, whoever loaded it. A failed load is forgotten so that the next try really asks again. */
function runtime(): Promise<Runtime> {
  const present = (globalThis as unknown as Record<symbol, Runtime | undefined>)[RUNTIME_KEY];
  if (present) return Promise.resolve(present);
  pending ??= verifiedImport<{ runtime: Runtime }>(RUNTIME_URL, RUNTIME_INTEGRITY).then(
    (module) => module.runtime,
    (error: unknown) => {
      pending = undefined;
      throw error;
    },
  );
  return pending;
}

const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) if (entry.isIntersecting) (entry.target as SentimentElement).boot();
  },
  { rootMargin: '300px' },
);

export class SentimentElement extends HTMLElement {
  static readonly observedAttributes = ['stock', 'access-key', 'theme'];
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
    try {
      const shared = await runtime();
      if (this.isConnected)
        this.#handle = shared.attach('market-sentiment', { root: this.#root, emit: (type, detail) => this.#emit(type, detail) }, this.#options());
    } catch (error) {
      this.#show('fall', 'Market sentiment could not be loaded.');
      this.#emit('error', {
        code: 'blocked',
        message: String(error),
        fix: `Allow script-src and connect-src ${new URL(BASE).origin} in your Content-Security-Policy, and check the network.`,
        retryable: true,
      });
    } finally {
      this.#booting = false;
    }
  }

  #options(): WidgetOptions {
    const theme = this.getAttribute('theme');
    return {
      stock: (this.getAttribute('stock') ?? '').trim().toUpperCase(),
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

if (customElements.get('vimarsh-sentiment')) console.info(`vimarsh ${VERSION}: the widgets are already on this page; this second script tag does nothing.`);
else customElements.define('vimarsh-sentiment', SentimentElement);
