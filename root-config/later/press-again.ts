import type { PageReleaseSet } from '@vimarsh/shared/contract/release/types.ts';
import { ANSWERS } from '@vimarsh/shared/session/reach.ts';
import { keepLooking, renew } from '../rescue/fresh.ts';
import { readInstead } from '../rescue/instead.ts';
import { rescue } from '../rescue/rescue.ts';
import { sharedStarts } from '../rescue/shared-starts.ts';

/** From a failure to its tries without anybody's asking, in milliseconds. */
const AGAIN_AFTER = [15_000, 45_000];
const TRY_AGAIN = '[value="Try again"]';

/**
 * A module that could not be shown is asked for again as its user would: its Try again is pressed after 15 and 45 s, when the
 * server answers again and when the page is looked at again. Where only a reload helps, nobody presses it. Each press, and the
 * page itself for as long as something is missing, first asks whether the server has other releases by now: after a rollback
 * the old files would only fail again. Where the shared libraries don't start, another set of releases takes over. Answers what
 * tells it of a failure that it does not see itself.
 */
export function pressAgain(running: PageReleaseSet, reload = () => location.reload()): () => void {
  const mine = readInstead()?.broken ?? running.id;
  const fails = (): boolean => document.querySelector('.failure') !== null;
  const other = (pressed: boolean): Promise<boolean> => (running.preview.length ? Promise.resolve(false) : renew(mine, pressed, reload));

  /** Buttons whose question has been answered: their press goes through. A part's own Try again (`shared/kit`) is one, too. */
  const answered = new WeakSet<Element>();
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>(`[role=alert] ${TRY_AGAIN}`);
      if (!button || answered.has(button)) return;
      event.stopImmediatePropagation();
      button.disabled = true;
      void other(true).then((leaves) => {
        if (leaves) return;
        answered.add(button);
        button.disabled = false;
        button.click();
      });
    },
    true,
  );

  let looks = false;
  const failed = (): void => {
    if (looks) return;
    looks = true;
    void sharedStarts().then((starts) => starts || rescue('shared', running, reload));
    keepLooking(
      () => other(false),
      () => (looks = fails()),
    );
  };
  for (const place of document.querySelectorAll('#shell > *, #outlet > *')) watch(place, failed);
  return failed;
}

function watch(place: Element, told: () => void): void {
  let failed = false;
  let timers: ReturnType<typeof setTimeout>[] = [];
  /** The failure view has the place for itself. */
  const view = (): Element | null => (place.firstElementChild?.className === 'failure' ? place.firstElementChild : null);
  const press = (): void => {
    if (document.visibilityState !== 'hidden') view()?.querySelector<HTMLButtonElement>(TRY_AGAIN)?.click();
  };
  const look = (): void => {
    const fails = view() !== null;
    if (fails === failed) return;
    failed = fails;
    timers.forEach(clearTimeout);
    timers = fails ? AGAIN_AFTER.map((ms) => setTimeout(press, ms)) : [];
    if (fails) told();
  };
  // A try that fails, too, puts one view in the place of the other, and goes on counting from the first.
  new MutationObserver(() => setTimeout(look)).observe(place, { childList: true });
  look();
  addEventListener(ANSWERS, press);
  document.addEventListener('visibilitychange', press);
}
