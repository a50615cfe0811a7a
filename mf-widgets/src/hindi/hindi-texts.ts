import type { EQUITY_HINDI } from './equity.hindi.ts';
import type { OPTIONS_HINDI } from './options.hindi.ts';
import type { SENTIMENT_HINDI } from './sentiment.hindi.ts';

/** Every text that has a Hindi one. Types only: nothing of the dictionaries comes with it. */
export type Text = keyof typeof SENTIMENT_HINDI | keyof typeof EQUITY_HINDI | keyof typeof OPTIONS_HINDI;

/** Hindi by the key of its English text. */
export type Dictionary = Readonly<Record<string, string>>;

/** Short key of an English text: the English itself would take more than half of a dictionary's bytes. */
export function keyOf(text: string): string {
  let hash = 5381;
  for (let at = 0; at < text.length; at += 1) hash = ((hash * 33) ^ text.charCodeAt(at)) >>> 0;
  return hash.toString(36).padStart(4, '0').slice(-4);
}

export const dictionaryOf = (texts: Readonly<Record<string, string>>): Dictionary =>
  Object.fromEntries(Object.entries(texts).map(([english, hindi]) => [keyOf(english), hindi]));

/** A dictionary as it travels: key and text after key and text. */
export const packed = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(dictionaryOf(texts))
    .map(([key, hindi]) => key + hindi)
    .join('|');
export const unpacked = (text: string): Dictionary => Object.fromEntries(text.split('|').map((entry) => [entry.slice(0, 4), entry.slice(4)]));
