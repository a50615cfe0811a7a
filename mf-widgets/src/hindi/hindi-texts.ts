import type { EQUITY_HINDI } from './equity.hindi.ts';
import type { OPTIONS_HINDI } from './options.hindi.ts';
import type { SENTIMENT_HINDI } from './sentiment.hindi.ts';

/** Every text that has a Hindi one. Types only: nothing of the dictionaries comes with it. */
export type Text = keyof typeof SENTIMENT_HINDI | keyof typeof EQUITY_HINDI | keyof typeof OPTIONS_HINDI;

/** Hindi by the key of its English text. */
export type Dictionary = Readonly<Record<string, string>>;

const KEY_LENGTH = 4;

/** Short key of an English text: the English itself would take more than half of a dictionary's bytes. */
export function keyOf(text: string): string {
  let hash = 5381;
  for (let at = 0; at < text.length; at += 1) hash = ((hash * 33) ^ text.charCodeAt(at)) >>> 0;
  return hash.toString(36).padStart(KEY_LENGTH, '0').slice(-KEY_LENGTH);
}

export const dictionaryOf = (texts: Readonly<Record<string, string>>): Dictionary =>
  Object.fromEntries(Object.entries(texts).map(([english, hindi]) => [keyOf(english), hindi]));

/** A dictionary as it travels: all keys and then all texts in their order, because what is alike packs best side by side. */
export function packed(texts: Readonly<Record<string, string>>): string {
  const entries = Object.entries(dictionaryOf(texts)).sort(([, one], [, other]) => (one < other ? -1 : 1));
  return [entries.map(([key]) => key).join(''), ...entries.map(([, hindi]) => hindi)].join('|');
}
export function unpacked(text: string): Dictionary {
  const [keys, ...texts] = text.split('|');
  return Object.fromEntries(texts.map((hindi, at) => [keys!.slice(at * KEY_LENGTH, (at + 1) * KEY_LENGTH), hindi]));
}
