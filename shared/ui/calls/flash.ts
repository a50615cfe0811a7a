/** Fades a soft background in and out once (400 ms). Does nothing under reduced motion or without the animation API. */
export function flash(element: HTMLElement | null, tone: 'gain' | 'loss'): void {
  if (!element?.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate([{ backgroundColor: `var(--${tone}-soft)` }, { backgroundColor: 'transparent' }], { duration: 400, easing: 'ease-out' });
}
