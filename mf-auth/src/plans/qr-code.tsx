import { css } from '@emotion/react';

const qrCss = css`
  display: block;
  max-width: 100%;
  height: auto;
  /* Readers want dark on light, in every theme. */
  background: #ffffff;
  color: #000000;
  border: 1px solid var(--line);
  border-radius: var(--r-6);
`;
/** White around the code, in squares: less, and some readers find nothing. */
const MARGIN = 4;
/** Whole pixels a square, so that no line of the page's shines between two. */
const SQUARE_PX = 4;

/** A QR code: rows of 1 and 0. */
export function QrCode({ squares, label }: { squares: readonly string[]; label: string }) {
  const size = squares.length + 2 * MARGIN;
  const path = squares.flatMap((row, y) => [...row].flatMap((square, x) => (square === '1' ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : []))).join('');
  return (
    <svg
      css={qrCss}
      width={size * SQUARE_PX}
      height={size * SQUARE_PX}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
