/**
 * The same colours by the names that a visitor's own contrast theme has: what is drawn (bars, lines) keeps the page's colours there
 * unless it is told, and would vanish in a black theme.
 */
export const FORCED_COLOURS = `@media (forced-colors: active) {
  --canvas: Canvas; --surface: Canvas; --ink: CanvasText; --ink-2: CanvasText; --ink-3: CanvasText; --line: GrayText; --line-strong: GrayText;
  --control: ButtonText; --gain: CanvasText; --loss: LinkText; --accent: LinkText; --on-accent: Canvas; --warn: CanvasText;
}`;
/** A bar that is a ground keeps its colour in a contrast theme and on paper. */
export const DRAWN = 'forced-color-adjust: none; print-color-adjust: exact;';
