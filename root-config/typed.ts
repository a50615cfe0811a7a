/** Marks fields, forms and dialogs in which the user has typed or chosen something. On the element itself, so that every script of the page sees it. */
const MARK = 'data-typed';

/** Starts to remember where the user types. What is no field of the browser's (a calendar, a list of choices) is known by a click. */
export function noteTyping(): void {
  const note = ({ target, type }: Event): void => {
    if (target instanceof Element) (target.closest('form,[role=dialog]') ?? (type === 'input' ? target : null))?.setAttribute(MARK, '');
  };
  for (const type of ['input', 'click']) addEventListener(type, note, true);
}

/** Whether a reload would cost the user something: a part of the page that was typed into is still there. */
export const typed = (): boolean => document.querySelector(`[${MARK}]`) !== null;
