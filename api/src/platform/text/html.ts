import { createHash } from 'node:crypto';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text made safe for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** Markup that is safe already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | number | Html | readonly Piece[];
const render = (piece: Piece): string => (piece instanceof Html ? piece.text : Array.isArray(piece) ? piece.map(render).join('') : escapeHtml(String(piece)));

/** A template whose values are escaped unless they are Html themselves. */
export const html = (parts: TemplateStringsArray, ...values: Piece[]): Html =>
  new Html(parts.reduce((text, part, at) => text + part + (at < values.length ? render(values[at]!) : ''), ''));

const STYLE = `:root{color-scheme:light dark;--ink:#16202a;--dim:#5b6875;--line:#dfe4ea;--paper:#fff;--shade:#f5f7f9;--accent:#1f5fbf}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--dim:#96a3b0;--line:#2c3742;--paper:#10161c;--shade:#182028;--accent:#7db0ff}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1000px;margin:0 auto;padding:32px 20px 80px}h1{font-size:26px;margin:0 0 4px}h2{font-size:19px;margin:40px 0 8px;padding-top:8px;border-top:1px solid var(--line)}
p{margin:6px 0 14px;color:var(--dim)}a{color:var(--accent)}nav{display:flex;flex-wrap:wrap;gap:6px 16px;margin:16px 0}
details{border:1px solid var(--line);border-radius:8px;margin:8px 0;background:var(--shade)}summary{cursor:pointer;padding:10px 14px;display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline}
summary b{font:600 13px ui-monospace,monospace;min-width:40px}summary code{font-weight:600;overflow-wrap:anywhere}summary span{color:var(--dim)}
.in{padding:0 14px 12px}h3{font-size:13px;margin:12px 0 4px;color:var(--dim)}code,pre{font:13px/1.5 ui-monospace,monospace}
pre{margin:0;padding:10px 12px;overflow:auto;background:var(--paper);border:1px solid var(--line);border-radius:6px}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid var(--line)}th{color:var(--dim);font-weight:500}
button,input:not([type=radio]){font:inherit;min-height:44px;padding:4px 16px;border:1px solid var(--dim);border-radius:6px;background:var(--paper);color:var(--ink)}button{cursor:pointer}input:not([type=radio]){width:100%;max-width:340px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

/** A whole page without any script, and the hash of its style, for the policy that allows exactly it (`words`). */
export function page(title: string, body: Html): { html: string; style: string } {
  const text = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${new Html(STYLE)}</style></head><body><main>${body}</main></body></html>`;
  return { html: text.text, style: createHash('sha256').update(STYLE).digest('base64') };
}
