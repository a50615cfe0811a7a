/** Pages of a fictional partner's own site, written as its developer would: our snippet pasted in, nothing else of ours. */
export interface SiteSettings {
  /** Origin of the portal, e.g. `http://localhost:4000`. */
  readonly portal: string;
  readonly accessKey: string;
}

/** The policy a careful broker runs: no inline script or style, Trusted Types forbidden altogether, our origin named once per kind. */
export const policy = (portal: string): string =>
  [
    "default-src 'none'",
    `script-src ${portal}`,
    `connect-src ${portal}`,
    `frame-src ${portal}`,
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

interface Shown {
  readonly tag: string;
  readonly code: string;
  /** Attribute that names what is shown. */
  readonly by: 'stock' | 'index';
  readonly title: string;
  readonly height: number;
  /** Address of the page for people, and of the frame. */
  readonly page: (code: string) => string;
  readonly frame: (code: string, key: string) => string;
}
export const WIDGETS: Readonly<Record<string, Shown>> = {
  sentiment: {
    tag: 'vimarsh-sentiment',
    code: 'RELIANCE',
    by: 'stock',
    title: 'market sentiment',
    height: 208,
    page: (code) => `/market-sentiment?stock=${code}`,
    frame: (code, key) => `/market-sentiment-widget/${code}?broker_access_key=${key}`,
  },
  equity: {
    tag: 'vimarsh-equity',
    code: 'RELIANCE',
    by: 'stock',
    title: 'equity insight',
    height: 640,
    page: (code) => `/equity-insights/${code}`,
    frame: (code, key) => `/equity-insights/${code}/${key}`,
  },
  options: {
    tag: 'vimarsh-options',
    code: 'NIFTY',
    by: 'index',
    title: 'options insight',
    height: 720,
    page: (code) => `/options-insights/${code}`,
    frame: (code, key) => `/options-insights/${code}/${key}`,
  },
};

const document = (portal: string, title: string, main: string, styles = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Neem Securities · ${title}</title>
<link rel="stylesheet" href="/site.css">${styles ? `<link rel="stylesheet" href="/${styles}.css">` : ''}
<script type="module" async crossorigin src="${portal}/w/v1.js"></script></head>
<body><header><b>Neem Securities</b><nav><a href="/">Sentiment</a> <a href="/equity">Equity</a> <a href="/options">Options</a> <a href="/watchlist">Watchlist</a> <a href="/hostile">Hostile styles</a></nav></header>
<main><h1>${title}</h1>
${main}
</main></body></html>`;

export interface PageWish {
  /** Of `WIDGETS`. */
  readonly widget: string;
  readonly code?: string | null;
  /** Of `STYLES`: what the host page's own style sheet does. */
  readonly styles?: string;
  /** `lang`, `density` and `sections` as the page's developer may choose them. */
  readonly display?: Readonly<Record<string, string>>;
}

/** One insight, as element and as frame. */
export function page({ portal, accessKey }: SiteSettings, { widget, code: wished, styles = '', display = {} }: PageWish): string {
  const { tag, by, title, height, page: forPeople, frame, ...shown } = WIDGETS[widget]!;
  const code = attribute(wished ?? shown.code);
  const inPath = encodeURIComponent(wished ?? shown.code);
  const chosen = Object.entries(display).map(([name, value]) => ` ${name}="${attribute(value)}"`);
  const address = frame(inPath, encodeURIComponent(accessKey));
  const query = new URLSearchParams(display).toString();
  const framed = portal + address + (query && `${address.includes('?') ? '&' : '?'}${query}`);
  const main = `<h2>As an element</h2>
<${tag} ${by}="${code}" access-key="${attribute(accessKey)}" theme="partner"${chosen.join('')}>
<a href="${portal}${attribute(forPeople(inPath))}">${code} ${title}</a></${tag}>
<h2>As a frame</h2>
<iframe title="${code} ${title}" src="${attribute(framed)}" width="360" height="${height}" loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups"></iframe>
<p id="after">Neem Securities, Mumbai</p>
<vimarsh-disclaimer${widget === 'options' ? ' derivatives' : ''}${display.lang ? ` lang="${attribute(display.lang)}"` : ''}><p>Investment in securities market are subject to market risks.</p></vimarsh-disclaimer>`;
  return document(portal, code, main, styles);
}

/** All insights at once. */
export function all({ portal, accessKey }: SiteSettings): string {
  const main = Object.values(WIDGETS).map(({ tag, by, code }) => `<${tag} ${by}="${code}" access-key="${attribute(accessKey)}" load="eager"></${tag}>`);
  return document(portal, 'Insights', main.join('\n'));
}

/** A watchlist as brokers have it: one widget a stock, as many as there are. `eager`: also those far below. */
export function watchlist({ portal, accessKey }: SiteSettings, stocks: readonly string[], eager: boolean): string {
  const widgets = stocks.map(
    (stock) => `<vimarsh-sentiment stock="${attribute(stock)}" access-key="${attribute(accessKey)}"${eager ? ' load="eager"' : ''}></vimarsh-sentiment>`,
  );
  return document(portal, 'Watchlist', widgets.join('\n'));
}

export const SITE_CSS = `body{margin:0;font:16px/1.5 Georgia,serif;background:#fffdf7;color:#222}
header{display:flex;flex-wrap:wrap;gap:8px;justify-content:space-between;padding:16px 24px;border-bottom:2px solid #2b5d34}
nav a{color:#2b5d34;margin-right:16px}main{max-width:720px;margin:0 auto;padding:16px 24px}
vimarsh-sentiment{display:block;min-height:208px;max-width:420px}vimarsh-equity{display:block;min-height:640px}vimarsh-options{display:block;min-height:720px}
vimarsh-disclaimer{display:flow-root;min-height:96px}
iframe{border:0;max-width:100%}`;

/** What real host pages do to the things they embed, by file name. */
export const STYLES: Readonly<Record<string, string>> = {
  /** All at once. */
  hostile: `html{font-size:62.5%}
*{all:unset!important;direction:rtl!important;letter-spacing:.3em!important;line-height:4!important;color:lime!important}
iframe{display:block!important;width:360px!important}
vimarsh-sentiment,vimarsh-equity,vimarsh-options{display:none!important}head,script,style,title{display:none!important}
div,section,ul,li,svg,button{display:inline!important;font-size:5px!important}`,
  /** What Bootstrap's Reboot says of tags that widgets use. */
  bootstrap: `*,::after,::before{box-sizing:border-box}body{font-size:1rem;line-height:1.5;-webkit-text-size-adjust:100%}
h1,h2,h3{margin-top:0;margin-bottom:.5rem;font-weight:500;line-height:1.2}p{margin-top:0;margin-bottom:1rem}ol,ul{padding-left:2rem;margin-bottom:1rem}
dl{margin-bottom:1rem}dd{margin-bottom:.5rem;margin-left:0}small{font-size:.875em}img,svg{vertical-align:middle}table{caption-side:bottom;border-collapse:collapse}
th{text-align:inherit}button{border-radius:0;text-transform:none}summary{display:list-item}fieldset{min-width:0;padding:0;margin:0;border:0}
legend{float:left;width:100%;font-size:1.5rem;line-height:inherit}`,
  /** Tailwind's Preflight, and root sizes as its sites set them. */
  tailwind: `html{font-size:62.5%;zoom:1.1}*,::before,::after,::backdrop{box-sizing:border-box;margin:0;padding:0;border:0 solid}
html{line-height:1.5;tab-size:4;font-family:ui-sans-serif,system-ui,sans-serif}h1,h2,h3{font-size:inherit;font-weight:inherit}a{color:inherit;text-decoration:inherit}
ol,ul,menu{list-style:none}img,svg,video,canvas,iframe{display:block;vertical-align:middle}button,input,select{font:inherit;letter-spacing:inherit;color:inherit;background-color:transparent;border-radius:0}
summary{display:list-item}table{text-indent:0;border-color:inherit;border-collapse:collapse}[hidden]{display:none!important}`,
};
