import * as emotion from '@emotion/react';
import * as jsx from '@emotion/react/jsx-runtime';
import { readSymbol, unknownSymbol } from '@vimarsh/shared/domain/insights/read-symbol.ts';
import { expiryOf, subjectCode, symbolOf } from '@vimarsh/shared/domain/insights/subject-code.ts';
import { render, type VNode } from 'preact';
import type { StateDetail, WarningDetail } from '../npm/src/events.ts';
import { allSections, sectionsOf } from '../src/insight/sections.ts';
import type { Words } from '../src/insight/words.tsx';
import { sheet } from './emotion-shim.ts';
import { applyDisplay, DISPLAY_CSS, type Display, displayOf, hindiOf, warningsOf } from './look/display.ts';
import { applyTheme, HOST_CSS, type PartnerTheme, SCROLL_CSS } from './look/theme.ts';
import * as react from './react.ts';
import { anyDataOf, problemOf } from './wire/api-answer.ts';
import { createPageFeed } from './wire/page-feed.ts';
import {
  embedPage,
  type Runtime,
  subjectOf,
  type Theme,
  type ViewHost,
  type WidgetChunk,
  type WidgetHandle,
  type WidgetName,
  type WidgetOptions,
  type WidgetProblem,
  type WidgetState,
  type WidgetTarget,
} from './wire/protocol.ts';
import { isAboutSubject, refusal } from './wire/refusal.ts';
import { isClosed } from './wire/shapes.ts';

/** What every widget on a page shares: preact, the style sheet, the feed, the theme. */
const API = new URL(import.meta.url).origin;

const hostSheet = new CSSStyleSheet();
hostSheet.replaceSync(HOST_CSS + SCROLL_CSS + DISPLAY_CSS);
const themes = new Map<string, PartnerTheme>();
/** Of every widget: gives its box the theme as it is now. */
const dressings = new Set<() => void>();
const dressAll = (): void => {
  for (const dress of dressings) dress();
};
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', dressAll);
const feed = createPageFeed({
  api: API,
  early: embedPage.early,
  onTheme: (credential, theme) => {
    const known = themes.get(credential);
    themes.set(credential, theme);
    if (JSON.stringify(known) !== JSON.stringify(theme)) dressAll();
  },
});

/** With the symbol that is meant; '' where it is none. An expiry that is no day is left to the server, but can't break its list. */
function read(options: WidgetOptions): WidgetOptions {
  const symbol = readSymbol(symbolOf(options.code));
  const expiry = expiryOf(options.code);
  return { ...options, code: symbol && subjectCode(symbol, expiry?.slice(0, 10).replace(/[^\w-]/g, '?')) };
}

/** The insight whose height no page chooses. By name: the list of elements would weigh more than the sentence. */
const SHORT: WidgetName = 'market-sentiment';

/** Mounts a widget into a shadow root and keeps it fed until disposed. */
function attach(target: WidgetTarget, initial: WidgetOptions): WidgetHandle {
  const box = document.createElement('div');
  box.className = 'box';
  box.toggleAttribute('data-scroll', initial.scroll);
  const started = performance.now();
  let written = symbolOf(initial.code);
  let options = read(initial);
  let state: WidgetState = { kind: 'loading' };
  let told: StateDetail['state'] | '' = '';
  let view: WidgetChunk | null = null;
  let stop = (): void => {};
  let announced = false;
  const element = target.root.host as HTMLElement;
  mirrorAttributes(element);
  const wished = (): Display => displayOf((name) => element.getAttribute(name));
  let display = wished();
  let sections: ViewHost['sections'] = allSections;
  let words: Words | null = null;

  const host: Omit<ViewHost, 'sections' | 'words'> = {
    disclaimerUrl: `${API}/retail-side/terms-condition`,
    show: target.show,
    ask: async (path) => {
      try {
        const token = await feed.tokenOf(options.credential);
        // In the address, as everything a partner's page asks: a header would need permission first.
        const address = `${API}/embed/v1/${path}${path.includes('?') ? '&' : '?'}token=${token}`;
        return await anyDataOf(fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(15_000) }), refusal);
      } catch (error) {
        throw problemOf(error);
      }
    },
  };
  const dressBox = (): void => {
    applyTheme(box, display.theme as Theme, themes.get(options.credential) ?? null);
    applyDisplay(box, { ...display, lang: words ? 'hi' : 'en' }, options.credential);
  };
  dressings.add(dressBox);
  const paint = (): void => {
    // The empty box is there already.
    if (!view || (state.kind === 'loading' && !box.parentNode)) return;
    render(view.render(state, { ...host, sections, words }) as VNode, box);
    if (box.parentNode !== target.root) {
      // Not before: the empty box keeps its own looks, and rules made while drawing for the first time move nothing that is shown.
      target.root.adoptedStyleSheets = [hostSheet, sheet];
      target.root.replaceChildren(box);
      // Within `all: initial` that is the size of type that the reader has chosen, whatever the page around does.
      box.style.setProperty('--rem', getComputedStyle(box).fontSize);
    }
    if (!announced && state.kind === 'ready') {
      announced = true;
      target.emit('ready', { widget: options.widget, version: runtime.version, ms: Math.round(performance.now() - started) });
    }
    const now = nameOf(state);
    if (now !== told) {
      told = now;
      target.emit('state', { state: now });
    }
  };

  const follow = (): void => {
    stop();
    // Another expiry takes the place of this one when it is there.
    if (state.kind !== 'ready' || state.data.symbol !== symbolOf(options.code)) state = { kind: 'loading' };
    const { credential, widget } = options;
    const subject = subjectOf(options);
    /** What the page was told last: it hears of each change once, however often something is tried. */
    let failing = '';
    const fail = (problem: WidgetProblem): void => {
      const now = problem.retryable ? 'away' : problem.code;
      if (failing === now) return;
      failing = now;
      target.emit('error', { code: problem.code, message: problem.text, fix: problem.fix, retryable: problem.retryable });
      console.warn(`vimarsh ${widget}: ${problem.code}. ${problem.fix}`);
    };
    if (!options.code) {
      // Nobody is asked: it takes nothing away from what stands beside it.
      const problem = refusal('UNKNOWN_SYMBOL', unknownSymbol(written));
      stop = () => {};
      state = { kind: 'problem', text: problem.text };
      fail(problem);
      paint();
      return;
    }
    stop = feed.subscribe(credential, subject, target.root.host, (update) => {
      if ('data' in update) {
        failing = '';
        state = { kind: 'ready', data: update.data, stale: update.stale };
        target.emit('data', { asOf: update.data.as_of, symbol: update.data.symbol, stale: update.stale });
      } else {
        const { problem, last } = update;
        state = last
          ? { kind: 'ready', data: last, stale: true }
          : { kind: 'problem', text: problem.text, ...(!isAboutSubject(problem) && { retry: () => void feed.refresh(credential, subject) }) };
        fail(problem);
      }
      paint();
    });
    paint();
  };

  const warned = new Set<string>();
  const warn = (warning: WarningDetail): void => {
    if (warned.has(warning.message)) return;
    warned.add(warning.message);
    target.emit('warning', warning);
    console.warn(`vimarsh ${options.widget}: ${warning.code}. ${warning.message} ${warning.fix}`);
  };
  /** Shows it as the page wishes now, in English where its words can't be had. */
  const dress = async (chunk: WidgetChunk): Promise<void> => {
    const asked = wished();
    display = asked;
    for (const warning of warningsOf(asked, chunk.sections, options.widget === SHORT ? '' : (element.getAttribute('height') ?? '').trim())) warn(warning);
    const hindi =
      asked.lang === 'en'
        ? null
        : await hindiOf(chunk).catch((error: unknown) => {
            warn({ code: 'language_blocked', message: String(error), fix: `Allow script-src ${API}.` });
            return null;
          });
    if (display !== asked) return;
    words = hindi;
    view = chunk;
    sections = sectionsOf(display.sections, chunk.sections).sections;
    dressBox();
    paint();
  };

  /** Where it fails, the loader says so and tries again. */
  const load = (): Promise<void> => target.chunk().then(dress, () => undefined);
  follow();
  void load();

  return {
    update(given) {
      const next = read(given);
      const same = subjectOf(next) === subjectOf(options) && next.credential === options.credential;
      const wrote = written;
      written = symbolOf(given.code);
      options = next;
      box.toggleAttribute('data-scroll', next.scroll);
      if (!same || (!next.code && wrote !== written)) follow();
      if (view) void dress(view);
    },
    refresh: () => (view && options.code ? feed.refresh(options.credential, subjectOf(options)) : load()),
    snapshot: () =>
      state.kind === 'ready'
        ? { widget: options.widget, symbol: state.data.symbol, asOf: state.data.as_of, stale: state.stale === true, data: structuredClone(state.data) }
        : null,
    dispose() {
      stop();
      dressings.delete(dressBox);
      render(null, box);
    },
  };
}

/** `density` and `sections` as properties, as the platform has `lang`. What was set before this code came is kept. */
function mirrorAttributes(element: HTMLElement): void {
  for (const name of ['density', 'sections'] as const) {
    const own = Object.getOwnPropertyDescriptor(element, name);
    const prototype = Object.getPrototypeOf(element) as object;
    if (!(name in prototype))
      Object.defineProperty(prototype, name, {
        get(this: HTMLElement) {
          return this.getAttribute(name) ?? '';
        },
        set(this: HTMLElement, value: unknown) {
          if (value == null) this.removeAttribute(name);
          else this.setAttribute(name, String(value));
        },
      });
    if (!own) continue;
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, own.value);
  }
}

function nameOf(state: WidgetState): StateDetail['state'] {
  if (state.kind !== 'ready') return state.kind;
  if (state.stale || ('stale' in state.data && state.data.stale)) return 'stale';
  return isClosed(state.data) ? 'closed' : 'live';
}

embedPage.runtime ??= { version: '__EMBED_VERSION__', modules: { react, jsx, emotion }, attach };
export const runtime: Runtime = embedPage.runtime;
