/** Fields, forms and dialogs in which the user has typed or chosen something. */
const touched = new Set<Element>();

/** Starts to remember where the user types. What is no field of the browser's (a calendar, a list of choices) is known by a click. */
export function noteTyping(): void {
  const note = ({ target, type }: Event): void => {
    if (!(target instanceof Element)) return;
    for (const one of touched) if (!one.isConnected) touched.delete(one);
    const place = target.closest('form,[role=dialog]') ?? (type === 'input' ? target : null);
    if (place) touched.add(place);
  };
  for (const type of ['input', 'click']) addEventListener(type, note, true);
}

/** Whether a reload would cost the user something: what was typed into still stands on the page. */
export const typed = (): boolean => [...touched].some((place) => place.isConnected);
