import { css } from '@emotion/react';
import { useEffect, useRef } from 'react';
import { formatInr } from '../../domain/text/formats.ts';
import { flash } from './flash.ts';
import type { LivePrice } from './live-price.ts';
import { numberCss } from './price.tsx';

const cellCss = css`
  display: inline-block;
  padding: 2px 4px;
  margin: -2px -4px;
  border-radius: 4px;
  font-weight: 600;
`;
const staleCss = css`
  color: var(--ink-3);
  font-weight: 500;
`;

/**
 * A live price from `useLivePrice`. Its soft background flashes once when the price moves, at most once a second and
 * never under reduced motion. `initial` fills the box until the first quote.
 */
export function PriceCell({ live, initial }: { live: LivePrice; initial?: number | null }) {
  const price = live.price ?? initial ?? null;
  const cell = useRef<HTMLSpanElement>(null);
  const last = useRef(price);
  const flashed = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const previous = last.current;
    last.current = price;
    if (previous === null || price === null || previous === price) return;
    const now = performance.now();
    if (now - flashed.current < 1000) return;
    flashed.current = now;
    flash(cell.current, price > previous ? 'gain' : 'loss');
  }, [price]);
  return (
    // A title is translated, and the figure with it until the price lives again.
    <span
      ref={cell}
      css={[numberCss, cellCss, live.stale && staleCss]}
      title={live.stale ? 'Price is not up to date' : undefined}
      translate={live.stale ? undefined : 'no'}
    >
      {formatInr(price)}
    </span>
  );
}
