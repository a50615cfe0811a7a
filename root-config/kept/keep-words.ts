import type { PageData } from '@vimarsh/shared/contract/page/types.ts';
import { screenAt } from '@vimarsh/shared/domain/routing/match.ts';
import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { readGuardStorage } from '@vimarsh/shared/session/guard-storage.ts';

/** An element as JSON: its tag, its attributes, and what is in it. A text is a text. */
export type KeptNode = string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...content: KeptNode[]];

/** A screen's beginning as one person saw it in this browser, for `kept-words.js`, which draws it before any other script. */
export interface KeptWords {
  readonly who: string;
  readonly path: string;
  /** px of the window: rows are laid out by it. */
  readonly width: number;
  /** Epoch ms, and the same for people. */
  readonly at: number;
  readonly said: string;
  readonly css: string;
  readonly nodes: readonly KeptNode[];
}

export const KEPT_WORDS = 'vimarsh.words';
/** After a screen came, ms: by then its answers have. */
const KEEP_AFTER_MS = 4_000;
/** Longer is not worth the room, nor the time before the first paint, in characters. */
const LONGEST = 150_000;
/** Content so far below the window's edge belongs to the beginning, in heights of the window. */
const BEGINNING = 1.25;

/** Texts and forms of a screen; never what runs, loads from elsewhere or sends. `style` is set as a property, which the page's policy allows. */
const ATTRIBUTE =
  /^(class|role|title|lang|dir|translate|href|style|type|value|selected|disabled|width|height|viewBox|fill|d|points|transform|c[xy]|r[xy]?|[xy][12]?|stroke(-[a-z]+)*|aria-[a-z]+|data-[a-z-]+)$/;
const LEFT_OUT = 'script,style,template,iframe,object,dialog,[role=dialog],[hidden],input[type=password]';
/** A path of ours, such as `/stocks/TCS`. */
const OWN_PATH = /^\/(?!\/)/;

/**
 * Keeps what the beginning of a screen shows whose manifest names a first request (`first`): on a slow phone its words stand with
 * the next visit's first paint, and the answer of now takes their place. Only for who is signed in, whose storage a sign-out empties.
 */
export function keepWords({ releases, environment }: Pick<PageData, 'releases' | 'environment'>): void {
  const routes = routesOf(releases);
  const person = (): string => readGuardStorage(environment).userId;
  /** Whose screen stands: another tab may sign somebody else in before it goes. */
  let whose = person();
  const keep = (): void => {
    const at = screenAt(routes, location.pathname);
    const { token, userId } = readGuardStorage(environment);
    if (!at?.route.first || Object.keys(at.params).length > 0 || location.search || !token || !userId || userId !== whose) return;
    const words = wordsNow(userId);
    try {
      if (words) localStorage.setItem(KEPT_WORDS, JSON.stringify(words));
    } catch {
      // Full or switched off: the next visit begins with the skeleton.
    }
  };
  const later = (): void => void setTimeout(keep, KEEP_AFTER_MS);
  later();
  addEventListener('vimarsh:arrived', () => {
    whose = person();
    later();
  });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keep());
}

/** Null where the screen is not whole, or not at its beginning: what failed, still loads or was kept itself is nothing to show again. */
export function wordsNow(who: string): KeptWords | null {
  const place = document.querySelector('#outlet > :not(:empty)');
  if (!place || scrollY > 0 || document.documentElement.lang === 'hi') return null;
  if (place.querySelector('[aria-busy=true],.failure,[data-kept],[role=dialog],[role=alert]') || document.getElementById('skeleton')) return null;
  const classes = new Set<string>();
  const nodes = [...place.children].map((element) => nodeOf(element, classes)).filter((node) => node !== null);
  const now = new Date();
  const said = now.toLocaleString('en-IN', { timeZone: 'Asia/Kolkata', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false });
  const kept = { who, path: location.pathname, width: innerWidth, at: now.getTime(), said: `${said} IST`, css: rulesOf(classes), nodes };
  return JSON.stringify(kept).length > LONGEST ? null : kept;
}

function nodeOf(element: Element, classes: Set<string>): KeptNode | null {
  if (element.matches(LEFT_OUT) || element.getBoundingClientRect().top > innerHeight * BEGINNING) return null;
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes) {
    if (ATTRIBUTE.test(name) && (name !== 'href' || OWN_PATH.test(value))) attributes[name] = value;
  }
  for (const name of element.classList) classes.add(name);
  const content: KeptNode[] = [];
  for (const child of element.childNodes) {
    if (child instanceof Text && child.data) content.push(child.data);
    const node = child instanceof Element ? nodeOf(child, classes) : null;
    if (node) content.push(node);
  }
  return [element.localName, attributes, ...content];
}

/** The rules of these classes, as emotion has them in the page. */
function rulesOf(classes: ReadonlySet<string>): string {
  const names = [...classes].filter((name) => /^[\w-]+$/.test(name));
  if (names.length === 0) return '';
  const wanted = new RegExp(`\\.(${names.join('|')})(?![\\w-])`);
  const sheets = [...document.styleSheets].filter(({ ownerNode }) => ownerNode instanceof Element && ownerNode.hasAttribute('data-emotion'));
  return sheets
    .flatMap((sheet) => [...sheet.cssRules])
    .filter(({ cssText }) => wanted.test(cssText))
    .map(({ cssText }) => cssText)
    .join('');
}
