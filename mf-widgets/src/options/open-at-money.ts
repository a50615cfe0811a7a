import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Opens a chain at the money: the row of the money in the middle, the strikes in the middle with a price on either side. Done when the
 * box has got its size and before it is painted; after that it stays where it was scrolled to, until another chain is shown.
 * Columns that come and go leave the rows where they are.
 */
export function useOpenAtMoney(chain: string, columns: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const opened = useRef({ chain: '', columns: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0) return;
      observer.disconnect();
      centre(element, opened.current.chain !== chain);
      opened.current = { chain, columns };
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [chain, columns]);
  return box;
}

function centre(box: HTMLElement, alsoRows: boolean): void {
  const rows = [...box.querySelectorAll('tbody tr')];
  const row = rows.find((each) => each.hasAttribute('data-atm')) ?? rows[Math.floor(rows.length / 2)];
  const strike = row?.querySelector('th');
  const before = strike?.previousElementSibling;
  if (!row || !strike || !before) return;
  const at = box.getBoundingClientRect();
  // Where the strike would stand if it did not stick.
  const middle = before.getBoundingClientRect().right + strike.getBoundingClientRect().width / 2;
  box.scrollLeft += middle - at.left - box.clientWidth / 2;
  if (!alsoRows) return;
  const head = box.querySelector('thead')!.getBoundingClientRect().height;
  const { top, height } = row.getBoundingClientRect();
  box.scrollTop += top + height / 2 - at.top - (box.clientHeight + head) / 2;
}
