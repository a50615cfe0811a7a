/** Longest time a screen is waited for before the focus goes to its place, in milliseconds. */
const PATIENCE = 3_000;

/**
 * After a change of the screen the focus goes to its heading, which names it to who can't see it; without one to the
 * place of the screen. A screen that takes the focus itself keeps it, and so do an open dialog or menu and whoever is typing.
 * The new screen is painted first: a focus before that makes the browser style and lay out everything once more.
 */
export function nameNewPages(): void {
  const place = document.getElementById('outlet')!;
  const all = { childList: true, subtree: true };
  let stop = (): void => undefined;

  const wait = (before: Element | null): void => {
    stop();
    const go = (): void => {
      stop();
      const target = place.querySelector('h1') ?? place;
      const at = document.activeElement;
      if (at?.closest('input,textarea,select,[role=dialog],[role=menu]') || (at !== place && place.contains(at))) return;
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
      keep(target);
    };
    let frame = 0;
    // A hidden page has no frames: there the patience ends the wait.
    let timer = setTimeout(go, PATIENCE);
    const afterPaint = (): void => {
      clearTimeout(timer);
      timer = setTimeout(go);
    };
    const look = (): void => {
      const heading = place.querySelector('h1');
      if (!heading || heading === before) return;
      seen.disconnect();
      frame = requestAnimationFrame(afterPaint);
    };
    const seen = new MutationObserver(look);
    seen.observe(place, all);
    stop = () => {
      seen.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
    look();
  };

  /** A screen may put another heading in the place of the first when its content comes; with that the focus would be lost. */
  const keep = (target: Element): void => {
    const gone = new MutationObserver(() => {
      if (target.isConnected) return;
      gone.disconnect();
      if (document.activeElement === document.body) wait(null);
    });
    gone.observe(place, all);
    stop = () => gone.disconnect();
  };

  addEventListener('vimarsh:arrived', () => wait(place.querySelector('h1')));
}
