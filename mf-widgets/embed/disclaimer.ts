import type { DisclaimerWords } from '@vimarsh/shared/contract/embed.contract.ts';
import { dataOf, problemOf } from './api-answer.ts';
import type { WidgetHandle, WidgetOptions, WidgetTarget } from './protocol.ts';
import { applyTheme, HOST_CSS } from './theme.ts';

/**
 * The statutory words, from the server so that one change reaches every page, without runtime and without a key. Until they
 * are there, and when they can't be had, the page's own words inside the element stand.
 */
const CSS = `.words{padding:12px 16px;background:var(--surface);border:1px solid var(--line);border-radius:10px;font:400 14px/1.5 var(--font);color:var(--ink-2)}
.words p{margin:0 0 8px}.words ul{margin:0 0 8px;padding-left:18px}.words b{font-weight:600;color:var(--ink)}.words small{font-size:14px;color:var(--ink-3)}`;
const API = new URL(import.meta.url).origin;
const [hostSheet, sheet] = [new CSSStyleSheet(), new CSSStyleSheet()];
hostSheet.replaceSync(HOST_CSS);
sheet.replaceSync(CSS);

const isText = (list: unknown): list is string[] => Array.isArray(list) && list.every((line) => typeof line === 'string');
const isWords = (value: unknown): value is DisclaimerWords => {
  const words = value as DisclaimerWords | null;
  return typeof words?.version === 'string' && isText(words.warnings) && isText(words.derivatives?.lines);
};
let words: Promise<DisclaimerWords> | undefined;

/** Puts the words into the root; with the attribute `derivatives` also the risk disclosure on futures and options. */
export function attach({ root, emit }: WidgetTarget, initial: WidgetOptions): WidgetHandle {
  let options = initial;
  let known: DisclaimerWords | null = null;
  const box = document.createElement('div');
  box.className = 'box';
  root.adoptedStyleSheets = [hostSheet, sheet];
  const paint = (): void => {
    applyTheme(box, options.theme, null);
    if (!known) return;
    box.replaceChildren(filled(known, (root.host as HTMLElement).hasAttribute('derivatives')));
    if (box.parentNode !== root) root.replaceChildren(box);
  };
  const refresh = async (): Promise<void> => {
    words ??= dataOf(fetch(`${API}/embed/v1/disclaimer`, { credentials: 'omit', signal: AbortSignal.timeout(15_000) }), isWords);
    try {
      known = await words;
      paint();
    } catch (error) {
      words = undefined;
      const { code, text: message, fix, retryable } = problemOf(error);
      emit('error', { code, message, fix, retryable });
    }
  };
  void refresh();
  return {
    update(next) {
      options = next;
      paint();
    },
    refresh,
    snapshot: () => null,
    dispose: () => undefined,
  };
}

function filled({ version, registered_name, registration_no, warnings, derivatives }: DisclaimerWords, isWhole: boolean): HTMLElement {
  const name = part('p', part('b', registered_name), ` · SEBI registration ${registration_no}`);
  const risk = isWhole ? [part('p', part('b', 'Risk disclosure on derivatives')), part('ul', ...derivatives.lines.map((line) => part('li', line)))] : [];
  const note = part('div', name, ...warnings.map((line) => part('p', line)), ...risk, part('small', `Version ${version}`));
  note.className = 'words';
  note.setAttribute('role', 'note');
  note.setAttribute('aria-label', 'Disclaimer');
  return note;
}

function part(tag: string, ...inside: (string | HTMLElement)[]): HTMLElement {
  const made = document.createElement(tag);
  made.append(...inside);
  return made;
}
