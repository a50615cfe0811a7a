import { addressIndex, findAddress } from './addresses.ts';
import { isBeside, type Span, spanOf } from './finding.ts';
import { Phrases, phraseList } from './phrases.ts';
import { APP_NEWS, type AppRow, INSTALLS, INVITES, LINKS, MESSENGERS, REMOTE_APPS, STRONG_INVITES, VAGUE_INVITES } from './tables/apps.ts';
import type { Token } from './tokens.ts';

const rows = (apps: readonly AppRow[]) => new Phrases(apps.flatMap((row) => row.words.map((word) => [word, row] as const)));
const APPS = rows(MESSENGERS);
const REMOTE = rows(REMOTE_APPS);
const INVITING = phraseList(INVITES);
const INSTALLING = phraseList(INSTALLS);
const NEWS = phraseList(APP_NEWS);
const NEAR_INVITE = 8;
const NEAR_VAGUE = 3;

const ADDRESSES = addressIndex(LINKS);

/** Where a text leads to a messenger: by an address, or by the name of one with words that invite. */
export function findMessenger(tokens: readonly Token[], isDenied: (from: number, to: number) => boolean, isAsked: (at: number) => boolean): Span | null {
  const address = findAddress(tokens, ADDRESSES);
  if (address) return address;
  for (const { row, from, to } of APPS.in(tokens)) {
    if (isDenied(from, to)) continue;
    const near = row.near ?? (row.vague ? NEAR_VAGUE : NEAR_INVITE);
    const invites = (at: number): boolean => (at < from || at >= to) && (row.vague ? VAGUE : INVITING).at(tokens, at) !== null;
    const hasHandle = tokens
      .slice(to, to + NEAR_HANDLE)
      .some(({ key }, at) => key === '@' && tokens[to + at + 1]?.kind === 'word' && tokens[to + at + 1]!.glued);
    if (hasHandle || isNamedBehind(tokens, to)) return spanOf(tokens, from, to);
    if (!isBeside(tokens, from, near, invites) && !isBeside(tokens, to - 1, near, invites)) continue;
    const speaksOf = isBeside(tokens, from, 16, (at) => NEWS.at(tokens, at) !== null);
    if (speaksOf || isAsked(from)) {
      if (!isBeside(tokens, from, 5, (at) => STRONG.at(tokens, at) !== null)) continue;
    }
    return spanOf(tokens, from, to);
  }
  return null;
}

/** `IG: ananya_trades`: a name in parts right behind an app’s and a sign. */
function isNamedBehind(tokens: readonly Token[], to: number): boolean {
  if (![':', '=', '-', '>'].includes(tokens[to]?.key ?? '') || tokens[to + 1]?.kind !== 'word') return false;
  const joint = tokens[to + 2];
  return ['_', '.'].includes(joint?.key ?? '') && joint!.glued && tokens[to + 3]?.glued === true && tokens[to + 3]!.kind !== 'sign';
}

const STRONG = phraseList(STRONG_INVITES);
const VAGUE = phraseList(VAGUE_INVITES);
/** `tg: @ravi`: a name with its sign right behind an app’s. */
const NEAR_HANDLE = 4;

/** Where a text names an app by which somebody else steers a device. */
export function findRemoteApp(tokens: readonly Token[], isDenied: (from: number, to: number) => boolean): Span | null {
  for (const { row, from, to } of REMOTE.in(tokens)) {
    if (isDenied(from, to)) continue;
    const installs = (at: number): boolean => (at < from || at >= to) && INSTALLING.at(tokens, at) !== null;
    if (row.vague && !isBeside(tokens, from, NEAR_VAGUE, installs) && !isBeside(tokens, to - 1, NEAR_VAGUE, installs)) continue;
    return spanOf(tokens, from, to);
  }
  return null;
}
