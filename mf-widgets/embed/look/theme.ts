import type { EmbedSession } from '@vimarsh/shared/contract/embed/routes.ts';
import type { Theme } from '../wire/protocol.ts';
import { boxRules } from './box-style.ts';

/** The tokens of the design language that a widget uses (values as in shared/ui), light and dark. */
const LIGHT = `--canvas:#f6f7f9;--surface:#fff;--ink:#12161c;--ink-2:#4a5463;--ink-3:#5f6a79;--line:#e4e7ec;--line-strong:#cdd3db;--control:#7d8896;--accent:#2d2e8d;--on-accent:#fff;--gain:#0b7a4b;--loss:#b3261e;--warn:#8a5a00;--warn-soft:#fdf3df;color-scheme:light;`;
const DARK = `--canvas:#0e1116;--surface:#151a21;--ink:#e8ecf2;--ink-2:#aab4c2;--ink-3:#8592a3;--line:#252d38;--line-strong:#36414f;--control:#6f7c8d;--accent:#8f91ff;--on-accent:#0e1116;--gain:#3ecf8e;--loss:#ff7b72;--warn:#f0b64a;--warn-soft:#2b2211;color-scheme:dark;`;

/** Embeds load no font, and one named here that a visitor lacks is searched for in every size and weight while the widget is first laid out. */
const FONT = '--font:system-ui,sans-serif;';

/** Rules around a widget. It has a ground of its own: what stands between its cards would else stand on that of a page with another theme. On paper it stands dark on white. */
export const HOST_CSS = `${boxRules(FONT + LIGHT, DARK)}.box{background:var(--canvas);border-radius:10px}.box *{box-sizing:border-box}
.box p{margin:0}
@media print{:host{contain:none;height:auto!important;min-height:0!important}.box.box{${LIGHT}}}`;

/**
 * A box with `data-scroll` has the element's height and scrolls what does not fit, so that nothing on the page moves when data
 * come. On paper nothing scrolls: all of it stands.
 */
export const SCROLL_CSS = `.box[data-scroll]{box-sizing:border-box;height:100%;overflow:auto;padding:12px;background:var(--canvas);border:1px solid var(--line);border-radius:10px}
@media print{.box[data-scroll]{height:auto;overflow:visible;padding:0;border:0;background:none}}`;

export type PartnerTheme = EmbedSession['theme'];

/** Applies a theme to the box. `partner` is the partner's accent and font over light or dark as the visitor prefers. */
export function applyTheme(box: HTMLElement, theme: Theme, partner: PartnerTheme | null): void {
  box.dataset.theme = theme;
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  if (theme === 'partner' && partner) {
    box.style.setProperty('--accent', dark ? partner.accent_dark : partner.accent);
    box.style.setProperty('--on-accent', dark ? partner.on_accent_dark : partner.on_accent);
    box.style.setProperty('--font', `${partner.font}, system-ui, sans-serif`);
  } else {
    for (const name of ['--accent', '--on-accent', '--font']) box.style.removeProperty(name);
  }
}
