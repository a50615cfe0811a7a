/**
 * The little of a browser that screens look at while they are drawn, for the server, which has none of it: nothing here reads a
 * clock, a network or a file, and nothing of one drawing is there at the next. Everything a visitor does belongs to effects, which
 * never run here.
 */
export interface DrawnAt {
  /** Path without query: a screen is drawn as it stands before anybody opened or filtered something on it. */
  readonly path: string;
  /** The document's title, by which a screen knows whether its heading stands in the frame already. */
  readonly title: string;
  readonly layout: 'frame' | 'bare';
}

const nothing = (): void => undefined;
/** Any: addresses are only compared and taken apart. */
const ORIGIN = 'https://portal.invalid';

class NoQuery {
  get(): null {
    return null;
  }
  getAll(): string[] {
    return [];
  }
  has(): boolean {
    return false;
  }
  toString(): string {
    return '';
  }
}

/** An address of this portal without a query. */
class Address {
  readonly origin = ORIGIN;
  readonly pathname: string;
  readonly search = '';
  readonly hash = '';
  readonly searchParams = new NoQuery();
  constructor(text: string) {
    this.pathname = text.replace(ORIGIN, '').replace(/[?#].*$/, '') || '/';
  }
}

/** Stands for an observer of a browser: where nothing is laid out, nothing is near. */
class NoObserver {
  observe = nothing;
  disconnect = nothing;
}

export function standIn({ path, title, layout }: DrawnAt): void {
  const query = { matches: false, addEventListener: nothing, removeEventListener: nothing };
  Object.assign(globalThis, {
    location: { origin: ORIGIN, href: '', pathname: path, search: '', hash: '' },
    document: { title, documentElement: { lang: 'en', dataset: { layout } }, querySelector: () => null, getElementById: () => null },
    performance: { now: () => 0, timeOrigin: 0 },
    console: { error: nothing, warn: nothing, info: nothing },
    // What would happen later happens never: a drawing ends before.
    setTimeout: () => 0,
    clearTimeout: nothing,
    queueMicrotask: nothing,
    matchMedia: () => query,
    addEventListener: nothing,
    removeEventListener: nothing,
    IntersectionObserver: NoObserver,
    URL: Address,
    URLSearchParams: NoQuery,
  });
}
