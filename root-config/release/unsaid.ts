import { readFileSync } from 'node:fs';
import { REPOSITORY, workspaces } from '@vimarsh/shared/build/modules.ts';
import { sentencesIn } from '@vimarsh/shared/build/texts/sentences.ts';
import { PUT_TOGETHER } from '../hindi/lists/put-together.ts';
import { LISTS } from '../hindi/lists/sentences.ts';
import { translator } from '../hindi/translate.ts';

/**
 * What speaks Hindi: the frame, signing in, calls, chats, publishing, insights, the account, demos, checks and corrections, and what they
 * are made of. Not in it, in English until somebody needs it: desks of admins that answer and review, the register and what else
 * stands beside the information pages, which are English; calls by category; the page on which partners choose widgets.
 */
export const SPEAKS_HINDI = [
  'shell/src/**/*.{ts,tsx}',
  'mf-auth/src/{account,brand,bypass,login,password,plans,profile}/**/*.{ts,tsx}',
  'mf-recommendations/src/**/*.{ts,tsx}',
  'mf-chat/src/**/*.{ts,tsx}',
  'mf-static-pages/src/booking/book-demo*.tsx',
  'mf-static-pages/src/compliance/{expert-register.panel.tsx,register.view.ts}',
  'mf-widgets/src/{sentiment,equity,options}/*.page.tsx',
  'mf-widgets/src/sentiment/stock-sentiment.panel.tsx',
  'mf-widgets/src/{categorisation,stock,overview}/*.{ts,tsx}',
  'shared/ui/{*,{calls,charts,fields,floats,page}/*}.{ts,tsx}',
  'shared/kit/boundary.tsx',
  'shared/domain/calls/{verify-proof,verify-receipt}.ts',
  'shared/domain/calls/publishing/{publish-rules,reasons}.ts',
  'shared/domain/calls/equity/{call-state,correction,lifecycle,prices-step,publish-rules,shown-call}.ts',
  'shared/domain/calls/options/{publish-rules,quotes-step}.ts',
  'shared/domain/access/plan-gives.ts',
  'shared/domain/log/seen-head.ts',
  'shared/domain/money/mitc.ts',
  'shared/domain/risk/{category,questions}.ts',
  'shared/domain/trading/{ticket/{check-ticket,estimate},order/order-words}.ts',
  'shared/domain/{people/consents,people/notifications,people/review,people/validation,partners/partner-disclaimer,text/forbidden-words,text/guard/guard,text/guard/sentences}.ts',
] as const;

/** Folders of the pages that have no Hindi yet, from the root of the repository, with a slash at the end. */
function englishFolders(): string[] {
  return workspaces().flatMap(({ dir, manifest }) => {
    const english = manifest.routes.filter((route) => route.english);
    const index = english.length > 0 ? readFileSync(`${dir}/src/index.ts`, 'utf8') : '';
    const folders = english.flatMap(({ page }) => new RegExp(`\\b${page}: .*import\\('\\./(.+/)[^/]+'\\)`).exec(index)?.[1] ?? []);
    return folders.map((folder) => `${dir.slice(REPOSITORY.length)}/src/${folder}`);
  });
}

/** Of sentences by file, those that are to be said in Hindi. */
export function wanted(sentences: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const english = englishFolders();
  return new Map([...sentences].filter(([file]) => !english.some((folder) => file.startsWith(folder))));
}

/** Latin that stays: names of others, abbreviations of the field, plans, units. */
const LATIN = new Set(
  'OTP SEBI AI RR INFY NIFTY NSE ISIN F O PAN GST NISM INH INA INZ PDF JPEG PNG WebP JSON CSV MB SHA Ed Merkle vr IST https localhost Google WhatsApp Premium Pro Lite P L UPI CeFCoM SAC SCORES ODR RSI BSE Zerodha Kite Connect Upstox API CNC MIS NRML SL M IOC'.split(
    ' ',
  ),
);

/** English words of a text. What is recorded or prescribed word for word stands in quotation marks behind its Hindi. */
export const latinOf = (text: string): string[] =>
  (
    text
      .replace(/“[^”]*”/g, '')
      .replace(/\{\w\}/g, '')
      .match(/[A-Za-z]+/g) ?? []
  ).filter((word) => !LATIN.has(word));

const say = translator(Object.values(LISTS));
/** A figure, words that are Hindi already, a sentence of ours, nothing. */
const FILLS = ['7', 'क', 'Try again.', ''] as const;

/** Whether a sentence is said in Hindi with some of what may fill its holes. */
export function isSaid(sentence: string): boolean {
  const holes = Math.min(5, sentence.match(/\{\d+\}/g)?.length ?? 0);
  for (let pick = 0; pick < FILLS.length ** holes; pick += 1) {
    let at = 0;
    const filled = sentence.replace(/\{\d+\}/g, () => FILLS[Math.floor(pick / FILLS.length ** at++) % FILLS.length]!);
    if (latinOf(say(filled)).length === 0) return true;
  }
  return false;
}

/** Of sentences by file, those that would stay English. */
export const unsaid = (sentences: ReadonlyMap<string, readonly string[]>): [string, string[]][] =>
  [...sentences].map(([file, said]) => [file, said.filter((one) => !isSaid(one))] as [string, string[]]).filter(([, said]) => said.length > 0);

/** Sentences of a module that have no Hindi at all, by file. People who read Hindi see them in English. */
export function withoutHindi(module: string, sentences: ReadonlyMap<string, readonly string[]> = sentencesOfModule(module)): [string, string[]][] {
  return unsaid(wanted(sentences))
    .map(([file, said]): [string, string[]] => [file, said.filter((one) => !(one in PUT_TOGETHER))])
    .filter(([, said]) => said.length > 0);
}

function sentencesOfModule(module: string): ReadonlyMap<string, readonly string[]> {
  const patterns = SPEAKS_HINDI.filter((pattern) => pattern.startsWith(`${module}/`));
  return patterns.length > 0 ? sentencesIn(...patterns) : new Map();
}
