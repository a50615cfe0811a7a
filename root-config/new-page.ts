/** Longest time a screen is waited for before the focus goes to its place, in milliseconds. */
const PATIENCE = 3_000;

/**
 * After a change of the screen the focus goes to its heading, which names it to who can't see it; without one to the
 * place of the screen. A screen that takes the focus itself keeps it, and so do an open dialog and whoever is typing.
 */
export function nameNewPages(): void {
  const place = document.getElementById('outlet')!;
  let stop = (): void => undefined;
  addEventListener('vimarsh:arrived', () => {
    stop();
    const before = place.querySelector('h1');
    const go = (target: HTMLElement): void => {
      stop();
      const at = document.activeElement;
      if (at?.closest('input,textarea,select,[role=dialog]') || (at !== place && place.contains(at))) return;
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    };
    const look = (): void => {
      const heading = place.querySelector('h1');
      if (heading && heading !== before) go(heading);
    };
    const seen = new MutationObserver(look);
    seen.observe(place, { childList: true, subtree: true });
    const timer = setTimeout(() => go(place.querySelector('h1') ?? place), PATIENCE);
    stop = () => {
      seen.disconnect();
      clearTimeout(timer);
    };
  });
}
