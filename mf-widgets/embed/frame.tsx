import * as emotion from '@emotion/react';
import * as jsx from '@emotion/react/jsx-runtime';
import type { WidgetName } from '@vimarsh/shared/contract/embed/elements.ts';
import { kindOf, shortOf, tagOf } from '@vimarsh/shared/contract/embed/widgets.ts';
import { TERMS_AND_CONDITIONS } from '@vimarsh/shared/domain/routing/places.ts';
import { outliveTranslator } from '@vimarsh/shared/page/outlive-translator.ts';
import { render, type VNode } from 'preact';
import { sectionsOf } from '../src/insight/sections.ts';
import { sheet } from './emotion-shim.ts';
import { greetParent } from './frame-greeting.ts';
import { applyDisplay, DISPLAY_CSS, displayOf, hindiOf, warningsOf } from './look/display.ts';
import { applyTheme, HOST_CSS, type PartnerTheme, SCROLL_CSS } from './look/theme.ts';
import * as react from './react.ts';
import { anyDataOf, dataOf, problemOf } from './wire/api-answer.ts';
import { nextTry } from './wire/next-try.ts';
import { embedPage, type Theme, type ViewHost, type WidgetChunk, type WidgetData, type WidgetState } from './wire/protocol.ts';
import { isAboutSubject, refusal } from './wire/refusal.ts';
import { DATA, isClosed } from './wire/shapes.ts';
import { verifiedImport } from './wire/verified-import.ts';

/**
 * An iframe page: the same view, with the token the server minted into the page for this key. It asks for its one subject
 * by itself; unchanged data cost an empty answer. A page around it that has our script gives it the height of its content.
 */
interface FrameData {
  readonly widget: WidgetName;
  readonly code: string;
  /** Of an option chain, else ''. */
  readonly expiry: string;
  readonly accessKey: string;
  readonly token: string;
  readonly theme: Theme;
  readonly partner: PartnerTheme;
  /** Origins that may stand around this page. */
  readonly parents: readonly string[];
}
const OPEN_MS = 15_000;
const CLOSED_MS = 300_000;
/** A refusal may end: a key is allowed again, a stock gets prices. */
const REFUSED_MS = 600_000;

export function startFrame(chunk: WidgetChunk): void {
  const data = JSON.parse(document.getElementById('vimarsh-frame')!.textContent!) as FrameData;
  // The key and an app's proof have done their work; they should not stay in the address.
  const bare = location.pathname.replace(`/${encodeURIComponent(data.accessKey)}`, '');
  const keyed = location.href;
  const asked = new URLSearchParams(location.search);
  const display = displayOf((name) => asked.get(name));
  for (const { code, message, fix } of warningsOf(display, chunk.sections)) console.warn(`vimarsh ${data.widget}: ${code}. ${message} ${fix}`);
  try {
    history.replaceState(null, '', bare);
  } catch {
    // In an app's sandbox only what follows the path may change: the proof goes, the key stays.
    history.replaceState(null, '', location.pathname);
  }

  const hostSheet = new CSSStyleSheet();
  hostSheet.replaceSync(HOST_CSS + SCROLL_CSS + DISPLAY_CSS);
  document.adoptedStyleSheets = [hostSheet, sheet];
  const box = document.createElement('div');
  box.className = 'box';
  // The same ground between the cards as the element has.
  const isTall = Boolean(kindOf(data.widget).tall);
  box.toggleAttribute('data-scroll', isTall);
  document.body.append(box);
  // This page is our own: its root has the size of type that the reader has chosen.
  box.style.setProperty('--rem', '1rem');
  outliveTranslator();
  const dress = (theme: Theme): void => {
    applyTheme(box, theme, data.partner);
    const { style } = document.documentElement;
    const look = getComputedStyle(box);
    // A frame of another colour scheme than its page would have a white ground.
    style.colorScheme = look.colorScheme;
    if (isTall) style.background = look.getPropertyValue('--canvas');
  };
  dress(data.theme);

  // What chunks take from a page's loader and runtime, for those that a view loads later.
  Object.assign(embedPage, { runtime: { modules: { react, jsx, emotion } }, verifiedImport });

  let { code, expiry } = data;
  let state: WidgetState = { kind: 'loading' };
  let timer = 0;
  /** Since when the server can't answer, 0 while it can. */
  let awaySince = 0;
  let host: ViewHost = {
    disclaimerUrl: TERMS_AND_CONDITIONS,
    sections: sectionsOf(display.sections, chunk.sections).sections,
    words: null,
    show(what) {
      if ('expiry' in what) expiry = what.expiry;
      else {
        code = what.symbol;
        expiry = '';
        paint({ kind: 'loading' });
      }
      void read();
    },
    async ask(path) {
      try {
        return await anyDataOf(authorised(path), refusal);
      } catch (error) {
        throw problemOf(error);
      }
    },
  };
  const authorised = (path: string): Promise<Response> =>
    fetch(`/embed/v1/${path}`, {
      headers: { authorization: `Bearer ${data.token}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(15_000),
    });
  let speaks = false;
  const paint = (next: WidgetState): void => {
    state = next;
    if (!speaks) return;
    render(chunk.render(state, host) as VNode, box);
  };

  async function read(): Promise<void> {
    clearTimeout(timer);
    let wait = OPEN_MS;
    const [asked, isWanted] = [`${code} ${expiry}`, DATA[data.widget] as (value: unknown) => value is WidgetData];
    const query = new URLSearchParams({ broker_access_key: data.accessKey, ...(expiry && { expiry }) });
    try {
      const fresh = await dataOf(authorised(`${shortOf(tagOf(data.widget))}/${encodeURIComponent(code)}?${query}`), isWanted, refusal);
      if (asked !== `${code} ${expiry}`) return;
      awaySince = 0;
      if (isClosed(fresh)) wait = CLOSED_MS;
      paint({ kind: 'ready', data: fresh });
    } catch (error) {
      if (asked !== `${code} ${expiry}`) return;
      const problem = problemOf(error);
      // A token lives ten minutes; the page mints the next one when it is loaded again.
      if (problem.code === 'SESSION_ENDED') return location.replace(keyed);
      if (problem.retryable && state.kind === 'ready') paint({ ...state, stale: true });
      else paint({ kind: 'problem', text: problem.text, ...(!isAboutSubject(problem) && { retry: () => void read() }) });
      if (problem.retryable) {
        const awayMs = awaySince && Date.now() - awaySince;
        awaySince ||= Date.now();
        wait = nextTry({ awayMs, isBusy: problem.code === 'RATE', pauseMs: problem.pauseMs ?? 0, isOffline: !navigator.onLine });
      } else wait = REFUSED_MS * (1 + Math.random() / 4);
    }
    if (!document.hidden) timer = setTimeout(read, wait) as unknown as number;
  }

  const speak = (words: ViewHost['words']): void => {
    speaks = true;
    host = { ...host, words };
    applyDisplay(box, { ...display, lang: words ? 'hi' : 'en' }, data.accessKey);
    paint(state);
  };
  if (display.lang === 'en') speak(null);
  else
    hindiOf(chunk).then(speak, (error: unknown) => {
      console.warn(`vimarsh ${data.widget}: language_blocked. ${error}`);
      speak(null);
    });
  addEventListener('online', () => void read());
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (!document.hidden) void read();
  });
  void read();
  if (parent !== self) greetParent(box, data.parents, dress);
}
