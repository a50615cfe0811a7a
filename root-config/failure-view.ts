import type { ModuleLoadError } from './load-module.ts';

export interface Failure {
  /** What failed, in the user's words: a screen's title, or `Navigation`. */
  readonly what: string;
  readonly error: ModuleLoadError | Error;
  /** Quoted to support and sent with the load trace, so that both mean the same event. */
  readonly code: string;
  /** Absent when only a reload can help. */
  readonly retry?: () => void;
}

/** Eight characters people can read out on the phone. */
export const supportCode = (): string => `V-${Math.random().toString(36).slice(2, 8).toUpperCase().padEnd(6, 'X')}`;

/**
 * Says in place of a module that it could not be shown, and offers the way out that can work. Plain DOM, styled by the
 * page's own sheet: it has to appear when React and every module are missing.
 */
export function showFailure(area: Element, { what, error, code, retry }: Failure): void {
  console.error(`[${code}]`, error);
  const view = element('section', 'failure');
  view.setAttribute('role', 'alert');
  const button = element('button', 'failure-action', retry ? 'Try again' : 'Reload');
  button.type = 'button';
  button.onclick = () => {
    button.disabled = true;
    if (retry) retry();
    else location.reload();
  };
  view.append(
    element('h2', 'failure-title', `${what} could not be loaded`),
    element('p', 'failure-text', `${navigator.onLine ? 'The rest of the page works.' : 'You seem to be offline.'} Nothing you saved is affected.`),
    button,
    element('p', 'failure-code', `Support code ${code}`),
  );
  area.replaceChildren(view);
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
