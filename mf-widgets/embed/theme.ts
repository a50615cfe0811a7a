import type { Theme } from './protocol.ts';

/** The tokens of the design language that a widget uses (values as in shared/ui), light and dark. */
const LIGHT = `--canvas:#f6f7f9;--surface:#fff;--ink:#12161c;--ink-2:#4a5463;--ink-3:#5f6a79;--line:#e4e7ec;--line-strong:#cdd3db;--control:#7d8896;--accent:#2d2e8d;--gain:#0b7a4b;--loss:#b3261e;--warn:#8a5a00;--warn-soft:#fdf3df;color-scheme:light;`;
const DARK = `--canvas:#0e1116;--surface:#151a21;--ink:#e8ecf2;--ink-2:#aab4c2;--ink-3:#8592a3;--line:#252d38;--line-strong:#36414f;--control:#6f7c8d;--accent:#8f91ff;--gain:#3ecf8e;--loss:#ff7b72;--warn:#f0b64a;--warn-soft:#2b2211;color-scheme:dark;`;

/**
 * Rules around the widget. `all:initial` on an inner box, because a host page's `*{all:unset!important}` beats `:host`
 * rules but can't reach into the shadow tree.
 */
export const HOST_CSS = `
:host{display:block;contain:content}
.box{all:initial;direction:ltr;unicode-bidi:isolate;display:block;--font:Montserrat,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;${LIGHT}}
.box[data-theme=dark]{${DARK}}
@media (prefers-color-scheme:dark){.box[data-theme=auto]{${DARK}}}
.box *{box-sizing:border-box}
.box p{margin:0}
.bone{min-height:208px;border:1px solid var(--line);border-radius:10px;background:var(--surface)}
.fall{font:400 13px/1.45 var(--font);color:var(--ink-2);min-height:208px;border:1px solid var(--line);border-radius:10px;background:var(--surface);display:flex;align-items:center;justify-content:center;padding:16px;text-align:center}
`;

export interface PartnerTheme {
  readonly accent: string;
  readonly accent_dark: string;
  readonly font: string;
}

/** Applies a theme to the box. `partner` is the partner's accent and font over light or dark as the visitor prefers. */
export function applyTheme(box: HTMLElement, theme: Theme, partner: PartnerTheme | null): void {
  box.dataset.theme = theme === 'partner' ? 'auto' : theme;
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  if (theme === 'partner' && partner) {
    box.style.setProperty('--accent', dark ? partner.accent_dark : partner.accent);
    box.style.setProperty('--font', `${partner.font}, system-ui, sans-serif`);
  } else {
    box.style.removeProperty('--accent');
    box.style.removeProperty('--font');
  }
}
