import type { DisclaimerWords } from '@vimarsh/shared/contract/embed/routes.ts';
import { languageOf } from './look/language.ts';
import { applyTheme, HOST_CSS } from './look/theme.ts';
import { dataOf, problemOf, type Refusal } from './wire/api-answer.ts';
import type { WidgetHandle, WidgetOptions, WidgetTarget } from './wire/protocol.ts';

/**
 * The statutory words, from the server so that one change reaches every page, without runtime and without a key. Until they
 * are there, and when they can't be had, the page's own words inside the element stand. They stay English whatever `lang`
 * says; only what stands around them follows it. The box keeps the room of the snippet, so that nothing below moves: what is longer, in a
 * narrow column, scrolls inside.
 */
const CSS = `.box{height:100%}.words{box-sizing:border-box;height:100%;overflow:auto;padding:12px 16px;background:var(--surface);border:1px solid var(--line);border-radius:10px;font:.875em/1.5 var(--font);color:var(--ink-2)}
.words:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
.words p{margin:0 0 8px}.words ul{margin:0 0 8px;padding-left:18px}.words b{font-weight:600;color:var(--ink)}.words span{color:var(--ink-3)}`;
const API = new URL(import.meta.url).origin;
const sheet = new CSSStyleSheet();
sheet.replaceSync(HOST_CSS + CSS);

const isText = (list: unknown): list is string[] => Array.isArray(list) && list.every((line) => typeof line === 'string');
const isWords = (value: unknown): value is DisclaimerWords => {
  const words = value as DisclaimerWords | null;
  return typeof words?.version === 'string' && typeof words.labels?.note === 'string' && isText(words.warnings) && isText(words.derivatives?.lines);
};
const refusal: Refusal = (code, message, status) => ({ code, text: message, fix: `The API answered ${status}.`, retryable: true });
/** By language. */
const asked = new Map<string, Promise<DisclaimerWords>>();

/** Puts the words into the root; with the attribute `derivatives` also the risk disclosure on futures and options. */
export function attach({ root, emit }: WidgetTarget, initial: WidgetOptions): WidgetHandle {
  let options = initial;
  let known: DisclaimerWords | null = null;
  let lang = '';
  let timer = 0;
  let failing = false;
  const element = root.host as HTMLElement;
  const box = document.createElement('div');
  box.className = 'box';
  root.adoptedStyleSheets = [sheet];
  const paint = (): void => {
    applyTheme(box, options.theme, null);
    box.lang = lang;
    if (!known) return;
    box.replaceChildren(filled(known, element.hasAttribute('derivatives')));
    if (box.parentNode !== root) root.replaceChildren(box);
  };
  const refresh = async (): Promise<void> => {
    const asks = languageOf(element.lang);
    lang = asks;
    const url = `${API}/embed/v1/disclaimer${lang === 'hi' ? '?lang=hi' : ''}`;
    const words = asked.get(url) ?? dataOf(fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(15_000) }), isWords, refusal);
    asked.set(url, words);
    clearTimeout(timer);
    try {
      const told = await words;
      failing = false;
      if (lang !== asks) return;
      known = told;
      paint();
    } catch (error) {
      asked.delete(url);
      if (!element.isConnected) return;
      const { code, text: message, fix, retryable } = problemOf(error);
      // The page hears of it once, however often it is tried.
      if (!failing) emit('error', { code, message, fix, retryable });
      failing = true;
      timer = setTimeout(refresh, 3000 + Math.random() * 57_000) as unknown as number;
    }
  };
  void refresh();
  return {
    update(next) {
      options = next;
      paint();
      void refresh();
    },
    refresh,
    snapshot: () => null,
    dispose: () => clearTimeout(timer),
  };
}

function filled({ version, registered_name, registration_no, warnings, derivatives, labels }: DisclaimerWords, isWhole: boolean): HTMLElement {
  const name = part('p', part('b', registered_name), ` · ${labels.registration} ${registration_no}`);
  const risk = isWhole ? [part('p', part('b', labels.derivatives)), english(part('ul', ...derivatives.lines.map((line) => part('li', line))))] : [];
  const note = part('div', name, ...warnings.map((line) => english(part('p', line))), ...risk, part('span', `${labels.version} ${version}`));
  note.className = 'words';
  note.setAttribute('role', 'note');
  note.setAttribute('aria-label', labels.note);
  // Reachable by keyboard where there is something to scroll.
  new ResizeObserver(() => {
    note.tabIndex = note.scrollHeight > note.clientHeight ? 0 : -1;
  }).observe(note);
  return note;
}

const english = (element: HTMLElement): HTMLElement => Object.assign(element, { lang: 'en' });

function part(tag: string, ...inside: (string | HTMLElement)[]): HTMLElement {
  const made = document.createElement(tag);
  made.append(...inside);
  return made;
}
