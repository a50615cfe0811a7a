import type { Manner } from './denials.ts';
import { isBeside, type Span, spanOf } from './finding.ts';
import { phraseList } from './phrases.ts';
import { ACTS_FOR, ASKS_SECRET, HANDS_OVER, NO_SECRET, OTHER_SHARERS, PROFIT_SHARES, SECRETS, SECRETS_GIVEN, SHARERS } from './tables/access-words.ts';
import type { Token } from './tokens.ts';

const SECRET = phraseList(SECRETS);
const ASKING = phraseList(ASKS_SECRET);
const HANDING = phraseList(HANDS_OVER);
const GIVEN = phraseList(SECRETS_GIVEN);
const NONE = phraseList(NO_SECRET);
const ACTING = phraseList(ACTS_FOR);
const PROFIT = phraseList(PROFIT_SHARES);
const SHARER = phraseList(SHARERS);
const OTHER_SHARER = phraseList(OTHER_SHARERS);
const NEAR_ASKING = 4;
const NEAR_HANDING = 4;
const NEAR_SHARER = 8;
/** Words of Hindi that ask only with a verb behind what they name. */
const NEEDS_VERB = /^(?:mujhe )?(?:apn|aapk|मुझे |अपन|आपक)/;

/** “Give me your OTP”, “apna password bhejo”. */
function asksSecret(tokens: readonly Token[], at: number): Span | null {
  const asking = ASKING.at(tokens, at);
  if (!asking) return null;
  const { sentence } = tokens[at]!;
  for (let place = asking.to; place < Math.min(tokens.length, asking.to + NEAR_ASKING) && tokens[place]!.sentence === sentence; place += 1) {
    const secret = SECRET.at(tokens, place);
    if (!secret) continue;
    if (!NEEDS_VERB.test(asking.row)) return spanOf(tokens, at, secret.to);
    for (let verb = secret.to; verb < Math.min(tokens.length, secret.to + NEAR_HANDING) && tokens[verb]!.sentence === sentence; verb += 1) {
      const handed = HANDING.at(tokens, verb);
      if (handed) return spanOf(tokens, at, handed.to);
    }
  }
  return null;
}

/** “Here is my login”, “password Hello@123”: what is handed over stands behind its name. */
function givesSecret(tokens: readonly Token[], at: number): Span | null {
  const given = GIVEN.at(tokens, at);
  if (given) {
    for (let place = given.to; place < given.to + NEAR_HANDING; place += 1) if (NONE.at(tokens, place)) return null;
    return spanOf(tokens, at, given.to);
  }
  const secret = SECRET.at(tokens, at);
  if (!secret) return null;
  let value = secret.to;
  while ([':', '=', '-', 'is', 'hai', 'है'].includes(tokens[value]?.key ?? '') && value < secret.to + 2) value += 1;
  const [first, next] = [tokens[value], tokens[value + 1]];
  const isMixed = first?.kind === 'word' && next?.glued === true && ['@', '#', '$', '&', '!'].includes(next.key) && tokens[value + 2]?.glued === true;
  return isMixed ? spanOf(tokens, at, value + 3) : null;
}

/** Where a text hands over or asks for a secret of an account, or offers to trade in one, or null. */
export function findAccess(tokens: readonly Token[], manner: Manner): Span | null {
  const isOnlySpoken = (from: number, to: number): boolean => manner.warns(from) || manner.isDenied(from, to) || manner.asks(from);
  const lastOf = (from: number, { to }: Span): number => {
    let at = from;
    while (at < tokens.length && tokens[at]!.from < to) at += 1;
    return at;
  };
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]!.begins === null) continue;
    const secret = asksSecret(tokens, at) ?? givesSecret(tokens, at);
    if (secret && !isOnlySpoken(at, lastOf(at, secret))) return secret;
    const acting = ACTING.at(tokens, at);
    if (acting && !isOnlySpoken(at, acting.to)) return spanOf(tokens, at, acting.to);
    const profit = PROFIT.at(tokens, at);
    if (!profit || isOnlySpoken(at, profit.to)) continue;
    const has = (phrases: typeof SHARER): boolean => isBeside(tokens, at, NEAR_SHARER, (other) => phrases.at(tokens, other) !== null);
    if (has(SHARER) && !has(OTHER_SHARER)) return spanOf(tokens, at, profit.to);
  }
  return null;
}
