import { type Span, spanOf } from './finding.ts';
import { keySet } from './phrases.ts';
import { DOTS } from './tables/apps.ts';
import { squeeze, type Token } from './tokens.ts';

/** Addresses by their first word. */
export type AddressIndex = ReadonlyMap<string, readonly (readonly string[])[]>;

export function addressIndex(addresses: readonly string[]): AddressIndex {
  const index = new Map<string, (readonly string[])[]>();
  for (const address of addresses) {
    const keys = address.split('.').map(squeeze);
    index.set(keys[0]!, [...(index.get(keys[0]!) ?? []), keys]);
  }
  return index;
}

const OPENS_DOT = new Set(['(', '[', '{', '<']);
const DOT = keySet(DOTS);
const CLOSES_DOT = new Set([')', ']', '}', '>']);

/** One behind the dot of an address that begins at a token, and whether nothing stood around it; null where there is no dot. */
function dotEnd(tokens: readonly Token[], at: number): { to: number; tight: boolean } | null {
  const isOpened = OPENS_DOT.has(tokens[at]?.key ?? '');
  const dot = isOpened ? at + 1 : at;
  if (!DOT.has(tokens[dot]?.key ?? '') || tokens[dot]!.key === ',') return null;
  const to = isOpened && CLOSES_DOT.has(tokens[dot + 1]?.key ?? '') ? dot + 2 : dot + 1;
  return { to, tight: isOpened || tokens[dot]!.kind === 'word' || (tokens[dot]!.glued && tokens[to]?.glued === true) };
}

/** `t.me/vip`, `t dot me slash vip`, `bit . ly / x`. */
export function findAddress(tokens: readonly Token[], addresses: AddressIndex): Span | null {
  for (let first = 0; first < tokens.length; first += 1) {
    const candidates = addresses.get(tokens[first]!.key);
    if (!candidates) continue;
    for (const keys of candidates) {
      let at = first + 1;
      let tight = true;
      let complete = true;
      for (const key of keys.slice(1)) {
        const dot = dotEnd(tokens, at);
        if (!dot || tokens[dot.to]?.key !== key) {
          complete = false;
          break;
        }
        tight &&= dot.tight;
        at = dot.to + 1;
      }
      if (!complete) continue;
      const isPartOfAnother =
        tokens[first - 1]?.key === '.' && tokens[first]!.glued && !['www', 'chat', 'api', 'web', 'm', 'p', 'pages'].includes(tokens[first - 2]?.key ?? '');
      const goesOn = tokens[at]?.key === '.' && tokens[at]!.glued && tokens[at + 1]?.glued && tokens[at + 1]!.kind === 'word';
      const hasPath = ['/', 'slash', '\\'].includes(tokens[at]?.key ?? '');
      const isLong = keys[0]!.length > 2;
      if (!isPartOfAnother && !goesOn && (tight || hasPath) && (hasPath || isLong || tight)) return spanOf(tokens, first, at);
    }
  }
  return null;
}
