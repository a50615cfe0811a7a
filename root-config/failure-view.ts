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
 * Says in place of a module that it could not be shown, and offers the way out that can work. Its elements stand in the
 * page's own HTML (`#failure`): it has to appear when React and every module are missing.
 */
export function showFailure(area: Element, { what, error, code, retry }: Failure): void {
  console.error(`[${code}]`, error);
  const view = (document.getElementById('failure') as HTMLTemplateElement).content.cloneNode(true) as DocumentFragment;
  const [title, text, button, quoted] = view.firstElementChild!.children as unknown as [Element, Element, HTMLButtonElement, Element];
  title.prepend(what);
  if (!navigator.onLine) text.firstElementChild!.textContent = 'You seem to be offline.';
  // What it does, in no language: press-again.ts asks for it.
  button.value = retry ? 'Try again' : 'Reload';
  button.append(button.value);
  button.onclick = () => {
    button.disabled = true;
    if (retry) retry();
    else location.reload();
  };
  // What could not be reached may be there when the connection is. Nothing is loaded anew unasked: other parts may hold what somebody typed.
  if (retry) addEventListener('online', () => button.isConnected && retry(), { once: true });
  quoted.append(code);
  area.replaceChildren(view);
}
