import { ANSWERS } from '@vimarsh/shared/session/reach.ts';

/** From a failure to its tries without anybody's asking, in milliseconds. */
const AGAIN_AFTER = [15_000, 45_000];

/**
 * A module that could not be shown is asked for again as its user would: its Try again is pressed after 15 and 45 s, when the
 * server answers again and when the page is looked at again. Where only a reload helps, nobody presses it.
 */
export function pressAgain(): void {
  for (const place of document.querySelectorAll('#shell > *, #outlet > *')) watch(place);
}

function watch(place: Element): void {
  let failed = false;
  let timers: ReturnType<typeof setTimeout>[] = [];
  /** The failure view has the place for itself. */
  const view = (): Element | null => (place.firstElementChild?.className === 'failure' ? place.firstElementChild : null);
  const press = (): void => {
    if (document.visibilityState !== 'hidden') view()?.querySelector<HTMLButtonElement>('[value="Try again"]')?.click();
  };
  const look = (): void => {
    const fails = view() !== null;
    if (fails === failed) return;
    failed = fails;
    timers.forEach(clearTimeout);
    timers = fails ? AGAIN_AFTER.map((ms) => setTimeout(press, ms)) : [];
  };
  // A try that fails, too, puts one view in the place of the other, and goes on counting from the first.
  new MutationObserver(() => setTimeout(look)).observe(place, { childList: true });
  look();
  addEventListener(ANSWERS, press);
  document.addEventListener('visibilitychange', press);
}
