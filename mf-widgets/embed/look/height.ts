/** px that a page may choose for a widget that scrolls inside. */
export const LEAST_HEIGHT = 320;
export const MOST_HEIGHT = 5000;

/** The CSS length meant by `600` or `600px`, within bounds; '' for what is no such length. */
export function heightOf(written: string): string {
  const px = Number(written.replace(/px$/i, ''));
  return px > 0 ? `${Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, px))}px` : '';
}
