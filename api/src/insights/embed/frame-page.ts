import type { EmbedSession } from '@vimarsh/shared/contract/embed/routes.ts';
import type { WidgetName } from '@vimarsh/shared/contract/embed/types.ts';
import { ERRORS, type ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import type { Fail } from '../../platform/platform.ts';

/** An iframe page: one widget, no portal, no cookie, no storage. */
export interface FramePage {
  readonly widget: WidgetName;
  readonly code: string;
  /** Of an option chain, `YYYY-MM-DD`, else ''. */
  readonly expiry: string;
  /** What the page calls itself beside the code. */
  readonly title: string;
  readonly lang: Language;
  /** The widget's words where they are not English, and what speaks them: fetched beside the script. */
  readonly words: readonly File[];
  readonly accessKey: string;
  readonly token: string;
  readonly expires_in: number;
  readonly theme: string;
  readonly partner: EmbedSession['theme'];
  /** Origins it speaks to about its height. */
  readonly parents: readonly string[];
  readonly script: File;
}
interface File {
  readonly url: string;
  readonly integrity: string;
}
export type Language = 'en' | 'hi';

/** JSON for a script element: `<` never ends the element early. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export function framePage({ script, title, lang, words, ...data }: FramePage, nonce: string): string {
  const preload = [script, ...words].map(({ url, integrity }) => `<link rel="modulepreload" href="${url}" integrity="${integrity}" crossorigin>`);
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${data.code.replaceAll('&', '&amp;')} ${title}</title>
<style nonce="${nonce}">html,body{margin:0;background:transparent}</style>
${preload.join('\n')}
<script type="application/json" id="vimarsh-frame">${json(data)}</script>
<script type="module" src="${script.url}" integrity="${script.integrity}" crossorigin nonce="${nonce}"></script></head>
<body></body></html>`;
}

const REFUSED: Record<Language, string> = { en: 'Widget not enabled', hi: 'विजेट चालू नहीं है' };

/** The reader of a frame with a test key is its developer, so the page itself says what to do. */
const ofTestKey = (code: ErrorCode, lang: Language): string => (lang === 'hi' && TEST_KEY_HINDI[code]) || ERRORS[code].user;
const TEST_KEY_HINDI: Partial<Record<ErrorCode, string>> = {
  TEST_KEY_FORM: 'यह टेस्ट की पूरी नहीं है। इसे फिर कॉपी करें, या नई लें।',
  TEST_KEY_FORGED: 'यह टेस्ट की हमारी नहीं है। नई लें।',
  TEST_KEY_EXPIRED: 'इस टेस्ट की की अवधि समाप्त हो गई है। नई लें।',
};

/** Shown for a missing, unknown, revoked or expired key, or an app's without its proof, and for what is no stock; says in its head why, and what to change. Holds no data, so any page may frame it and see why it is empty. */
export function refusedPage({ code, options }: Fail, lang: Language, nonce: string): string {
  const fix = options.problems?.[0]?.message ?? ERRORS[code].engineer;
  const text = attribute(options.validation ?? (code.startsWith('TEST_KEY') ? ofTestKey(code, lang) : REFUSED[lang]));
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="vimarsh-code" content="${code}"><meta name="vimarsh-fix" content="${attribute(fix)}"><title>${text}</title>
<style nonce="${nonce}">body{margin:0;min-height:100vh;display:grid;place-items:center;font:14px/1.45 system-ui,sans-serif;color:#5f6a79;background:#fff}@media(prefers-color-scheme:dark){body{color:#aab4c2;background:#151a21}}</style></head>
<body><p>${text}</p></body></html>`;
}
