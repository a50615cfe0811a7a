/** hsl → `#rrggbb`; hue in degrees, the others in 0…1. */
function hex(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (shift: number) => {
    const k = (shift + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

const GOLDEN_ANGLE = 137.508;

/**
 * 300 chart colours. Neighbours differ strongly in hue (golden angle) and the lightness cycles, so that the first n series
 * are easy to tell apart for any n (S9-LOOK-06).
 * @waiting charts with many series
 */
export const CHART_PALETTE: readonly string[] = Array.from({ length: 300 }, (_, index) =>
  hex((238 + index * GOLDEN_ANGLE) % 360, 0.5 + 0.12 * (index % 3), 0.36 + 0.07 * (index % 4)),
);
