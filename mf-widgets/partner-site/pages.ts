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

export function page({ portal, accessKey }: SiteSettings, stock: string, hostile: boolean): string {
  const key = attribute(accessKey);
  const code = attribute(stock);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Neem Securities · ${code}</title>
<link rel="stylesheet" href="/site.css">${hostile ? '<link rel="stylesheet" href="/hostile.css">' : ''}
<script type="module" async crossorigin src="${portal}/w/v1.js"></script></head>
<body><header><b>Neem Securities</b><nav><a href="/">Normal page</a> <a href="/hostile">Hostile styles</a> <a href="/watchlist">Watchlist</a></nav></header>
<main><h1>${code}</h1>
<h2>As an element</h2>
<vimarsh-sentiment stock="${code}" access-key="${key}" theme="partner">
<a href="${portal}/market-sentiment?stock=${code}">${code} market sentiment</a></vimarsh-sentiment>
<h2>As a frame</h2>
<iframe title="${code} market sentiment" src="${portal}/market-sentiment-widget/${code}?broker_access_key=${key}" width="360" height="208" loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups"></iframe>
</main></body></html>`;
}

/** A watchlist as brokers have it: one widget a stock, as many as there are. `eager`: also those far below. */
export function watchlist({ portal, accessKey }: SiteSettings, stocks: readonly string[], eager: boolean): string {
  const widgets = stocks.map(
    (stock) => `<vimarsh-sentiment stock="${attribute(stock)}" access-key="${attribute(accessKey)}"${eager ? ' load="eager"' : ''}></vimarsh-sentiment>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Neem Securities · Watchlist</title>
<link rel="stylesheet" href="/site.css">
<script type="module" async crossorigin src="${portal}/w/v1.js"></script></head>
<body><header><b>Neem Securities</b><nav><a href="/">One stock</a></nav></header>
<main><h1>Watchlist</h1>
${widgets.join('\n')}
</main></body></html>`;
}

export const SITE_CSS = `body{margin:0;font:16px/1.5 Georgia,serif;background:#fffdf7;color:#222}
header{display:flex;justify-content:space-between;padding:16px 24px;border-bottom:2px solid #2b5d34}
nav a{color:#2b5d34;margin-left:16px}main{max-width:720px;margin:0 auto;padding:16px 24px}
vimarsh-sentiment{display:block;min-height:208px;max-width:420px}iframe{border:0;max-width:100%}`;

/** What real host pages do to the things they embed, all at once. */
export const HOSTILE_CSS = `html{font-size:62.5%}
*{all:unset!important;direction:rtl!important;letter-spacing:.3em!important;line-height:4!important;color:lime!important}
iframe{display:block!important;width:360px!important;height:208px!important}
vimarsh-sentiment{display:none!important}head,script,style,title{display:none!important}
div,section,ul,li,svg,button{display:inline!important;font-size:5px!important}`;
