import { isBeside, type Span } from './finding.ts';
import { keySet, phraseList } from './phrases.ts';
import { DOTS } from './tables/apps.ts';
import { BEFORE_NO_SITE, NAMED_BY_SITE, PUBLIC_SITES, SITE_ENDINGS, VAGUE_ENDINGS, VISITS } from './tables/web.ts';
import type { ReadText, Token } from './tokens.ts';

const VISIT = phraseList(VISITS);
const NO_SITE = keySet(BEFORE_NO_SITE);
const SPELLED_DOTS = new Set([...DOTS].filter((dot) => dot.length > 1));
const NEAR_VISIT = 5;
const MOST_PARTS = 24;
const LEAST_NAME = 3;

/** What begins with a scheme, and numbers of a machine with a path or a port. */
const SCHEMES = /(?<![\p{L}\p{N}])(?:(?:h(?:tt|xx)ps?|ftp|wss?)\s{0,2}:\s{0,2}[/\\]{1,3}|(?:javascript|data|mailto|tel|sms|intent|vbscript|file):(?=[^\s]))/gu;
const MACHINE = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?=[:/])/g;
const END_OF_ADDRESS = /[\s<>"'()[\]{}|,]/u;
const MOST_OF_HOST = 253;

/** A public source, or a host below one. A host in letters that only look alike is none: it is compared as it was written. */
function isPublic(host: string): boolean {
  for (let at = 0; at >= 0; at = host.indexOf('.', at) + 1 || -1) if (PUBLIC_SITES.has(host.slice(at))) return true;
  return false;
}

const writtenAt = ({ source, folded }: ReadText, from: number, to: number): string => source.slice(folded.places[from], folded.places[to]).toLowerCase();

function findScheme(read: ReadText): Span | null {
  const { text } = read.folded;
  for (const { 0: scheme, index } of text.matchAll(SCHEMES)) {
    const from = index + scheme.length;
    let to = from;
    while (to < text.length && to - from < MOST_OF_HOST && !END_OF_ADDRESS.test(text[to]!)) to += 1;
    const [host = ''] = writtenAt(read, from, to).split(/[/?#\\]/);
    const isRead = /^h(?:tt|xx)ps?/.test(scheme) && isPublic(host.replace(/[.:]+$/, ''));
    if (!isRead) return { from: index, to: Math.max(to, from) };
  }
  const machine = MACHINE.exec(text);
  MACHINE.lastIndex = 0;
  return machine && { from: machine.index, to: machine.index + machine[0].length };
}

interface Host {
  readonly first: number;
  readonly to: number;
  /** Dots stand tight between its parts. */
  readonly tight: boolean;
  readonly spelled: boolean;
}

const isLabel = (token: Token | undefined): boolean => token?.kind === 'word' || token?.kind === 'number';
const isJoint = (token: Token | undefined): boolean => token?.key === '-' || token?.key === '_';

/** The first token of the parts that stand before a dot: `ananya-research` before `.in`. */
function firstOf(tokens: readonly Token[], dot: number, least: number): number {
  let first = dot - 1;
  for (let parts = 0; first > least && parts < MOST_PARTS && tokens[first]!.glued; parts += 1) {
    const before = tokens[first - 1]!;
    const isGoingOn = isLabel(before) || isJoint(before) || (before.key === '.' && first - 2 >= least && isLabel(tokens[first - 2]) && before.glued);
    if (!isGoingOn) break;
    first -= 1;
  }
  return first;
}

function hostAt(tokens: readonly Token[], dot: number, least: number): Host | null {
  if (!isLabel(tokens[dot - 1]) || !isLabel(tokens[dot + 1])) return null;
  const spelled = SPELLED_DOTS.has(tokens[dot]!.key);
  let tight = spelled || (tokens[dot]!.glued && tokens[dot + 1]!.glued);
  let to = dot + 2;
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    if (tokens[to]?.glued && isJoint(tokens[to]) && tokens[to + 1]?.glued && isLabel(tokens[to + 1])) to += 2;
    else if (tokens[to]?.key === '.' && tokens[to]!.glued && tokens[to + 1]?.glued && isLabel(tokens[to + 1])) to += 2;
    else if (tokens[to]?.glued && isLabel(tokens[to])) to += 1;
    else break;
  }
  if (spelled && tokens[dot - 1]!.kind !== 'word') tight = false;
  return { first: firstOf(tokens, dot, least), to, tight, spelled };
}

const PATHS = new Set(['/', 'slash', '\\']);
const wordOf = (text: string, token: Token): string => text.slice(token.from, token.to);

function isSite(read: ReadText, tokens: readonly Token[], { first, to, tight, spelled }: Host): boolean {
  const { text } = read.folded;
  const parts = tokens.slice(first, to);
  const ending = wordOf(text, parts.at(-1)!);
  const isPlain = SITE_ENDINGS.has(ending) || ending === 'कॉम';
  if (!isPlain && !VAGUE_ENDINGS.has(ending)) return false;
  if (parts[0]!.kind === 'number' && parts.length <= 3) return false;
  const isWeb = wordOf(text, parts[0]!) === 'www';
  const host = writtenAt(read, parts[0]!.from, parts.at(-1)!.to).replace(/^www\./, '');
  const next = tokens[to];
  const hasPath = PATHS.has(next?.key ?? '') && (next!.key === 'slash' || (next!.glued && tokens[to + 1]?.glued === true));
  if (tight && !spelled && next?.key !== '@' && isPublic(host)) return false;
  if (!hasPath && !isWeb && NAMED_BY_SITE.has(host)) return false;
  if (spelled) return (isPlain || isBeside(tokens, first, NEAR_VISIT, (at) => VISIT.at(tokens, at) !== null)) && !NO_SITE.has(parts[0]!.key);
  const isHyphened = parts.some(isJoint);
  // “AT&T.In/out flows” is a slip of the pen.
  const isNamed = isPlain || wordOf(text, parts[0]!).length >= LEAST_NAME;
  if (hasPath || isWeb) return isWeb || (isNamed && (tight || isHyphened));
  if (!tight) return isHyphened || (isPlain && isBeside(tokens, first, NEAR_VISIT, (at) => (at < first || at >= to) && VISIT.at(tokens, at) !== null));
  if (isPlain || isHyphened) return true;
  const isLast = next === undefined || next.kind !== 'word' || next.sentence !== tokens[first]!.sentence;
  const isVisited = isBeside(tokens, first, NEAR_VISIT, (at) => (at < first || at >= to) && VISIT.at(tokens, at) !== null);
  return isLast || isVisited;
}

/** Where a text has an address of the web that is none of a public source. `asPlain` are the tokens as they are written. */
export function findSite(read: ReadText, tokens: readonly Token[]): Span | null {
  const scheme = findScheme(read);
  if (scheme) return scheme;
  let least = 0;
  for (let dot = 1; dot + 1 < tokens.length; dot += 1) {
    const { key } = tokens[dot]!;
    if (key !== '.' && !SPELLED_DOTS.has(key)) continue;
    const host = hostAt(tokens, dot, least);
    if (!host) continue;
    // A public address is read to its end: its path may name other files with dots.
    let end = host.to;
    while (end < tokens.length && tokens[end]!.glued && tokens[end]!.kind !== 'line') end += 1;
    if (isSite(read, tokens, host)) return { from: tokens[host.first]!.from, to: tokens[host.to - 1]!.to };
    least = end;
    dot = Math.max(dot, end - 1);
  }
  return null;
}
