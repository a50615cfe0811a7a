const light = `
--canvas:#f6f7f9;--surface:#ffffff;--raised:#ffffff;
--ink:#12161c;--ink-2:#4a5463;--ink-3:#5f6a79;
--line:#e4e7ec;--line-strong:#cdd3db;--control:#7d8896;
--accent:#2d2e8d;--on-accent:#ffffff;
--gain:#0b7a4b;--gain-soft:#e6f4ed;
--loss:#b3261e;--loss-soft:#fbeae9;
--warn:#8a5a00;--warn-soft:#fdf3df;
--float:0 8px 28px rgb(18 22 28 / .16),0 0 0 1px rgb(18 22 28 / .06);
color-scheme:light`;

const dark = `
--canvas:#0e1116;--surface:#151a21;--raised:#1b212a;
--ink:#e8ecf2;--ink-2:#aab4c2;--ink-3:#8592a3;
--line:#252d38;--line-strong:#36414f;--control:#6f7c8d;
--accent:#8f91ff;--on-accent:#0e1116;
--gain:#3ecf8e;--gain-soft:#12281f;
--loss:#ff7b72;--loss-soft:#2d1817;
--warn:#f0b64a;--warn-soft:#2b2211;
--float:0 12px 32px rgb(0 0 0 / .5),0 0 0 1px #36414f;
color-scheme:dark`;

/**
 * Every colour, size and duration of the interface, and the few rules all pages share. The page has it inline, before
 * any script. Partner themes override `--accent`, `--on-accent` and `--font` after it (`themeCss` of the domain).
 * `<html data-theme>` is `light`, `dark` or `auto`; paper is always light.
 */
export const tokensCss = `
:root{${light};
--font:Montserrat,'Montserrat Fallback',Devanagari,system-ui,sans-serif;
--mono:ui-monospace,'SF Mono','Cascadia Mono','Roboto Mono',monospace;
--t-12:.75rem;--t-13:.8125rem;--t-14:.875rem;--t-16:1rem;--t-20:1.25rem;--t-28:1.75rem;
--s-4:4px;--s-8:8px;--s-12:12px;--s-16:16px;--s-24:24px;--s-32:32px;--s-48:48px;
--r-6:6px;--r-10:10px;
--row:44px;--head:56px;--ribbon:0px;--state:120ms ease-out;--surface-move:180ms ease-out}
@media (min-width:880px){:root{--row:36px}}
@media (max-width:879.98px){:root{--head:44px}}
:root[data-prices=invented]{--ribbon:28px}
@media (max-width:479.98px){:root[data-prices=invented]{--ribbon:18px}}
[data-layout=frame]{scroll-padding:calc(var(--head) + var(--ribbon)) 0 0}
@media (max-width:879.98px){[data-layout=frame]{scroll-padding-bottom:calc(56px + env(safe-area-inset-bottom))}[data-layout=frame] body{padding-bottom:calc(56px + env(safe-area-inset-bottom))}}
@media screen{:root[data-theme=dark]{${dark}}}
@media screen and (prefers-color-scheme:dark){:root[data-theme=auto]{${dark}}}
*,::before,::after{box-sizing:border-box}
html{background:var(--canvas);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--ink);font:400 var(--t-14)/1.45 var(--font);-webkit-font-smoothing:antialiased}
h1,h2,h3,h4,p,dl,dd,ul,ol,figure{margin:0}
h1,h2,h3,h4{font-weight:600;line-height:1.2}
ul,ol{padding:0;list-style:none}
button,input,select,textarea{font:inherit;color:inherit;letter-spacing:inherit}
a{color:var(--accent)}
:root:not([lang=hi]) [lang=hi]{font-family:Hindi,var(--font)}
img,svg,canvas{display:block;max-width:100%}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
table,.num{font-variant-numeric:tabular-nums}
::selection{background:var(--accent);color:var(--on-accent)}
@media (prefers-reduced-motion:reduce){*,::before,::after{animation-duration:.01ms!important;transition:none!important;scroll-behavior:auto!important}}
@media print{#module-shell>*,.preview{display:none!important}body{display:block!important;padding:0!important;background:#fff}}
@media (forced-colors:active){button,[role=tab]{border:1px solid ButtonText}}
`.replaceAll('\n', '');
