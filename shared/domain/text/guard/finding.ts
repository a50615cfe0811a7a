import type { Token } from './tokens.ts';

/** Why a text may not be sent. */
export type FindingKind = 'contact' | 'payment' | 'messenger' | 'remote' | 'access' | 'assurance' | 'tip';

/** Part of a folded text: from its first character to one behind the last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const spanOf = (tokens: readonly Token[], from: number, to: number): Span => ({ from: tokens[from]!.from, to: tokens[to - 1]!.to });

/** Whether some token of the same sentence, at most so many away, is the beginning of a phrase. */
export function isBeside(tokens: readonly Token[], at: number, distance: number, isOne: (at: number) => boolean): boolean {
  const { sentence } = tokens[at]!;
  for (let other = Math.max(0, at - distance); other < tokens.length && other <= at + distance; other += 1) {
    if (tokens[other]!.sentence === sentence && isOne(other)) return true;
  }
  return false;
}

/** The first token that ends behind a place. */
export function tokenBehind(tokens: readonly Token[], place: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.to > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
