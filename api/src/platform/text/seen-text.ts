/** Format characters, and letters and marks that draw nothing. */
const UNSEEN = /\u034f|[\p{Cf}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;
const INDIC =
  '\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Arabic}';
const VIRAMA = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0c4d\\u0ccd\\u0d4d\\u0dca';
/** Joiners that shape what is read: between Indic letters, after a virama, and within one emoji. */
const SHAPING = new RegExp(
  `(?<=[${INDIC}])[\\u200c\\u200d](?=[${INDIC}])|(?<=[${VIRAMA}])[\\u200c\\u200d]|(?<=[\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])\\u200d(?=\\p{Extended_Pictographic})`,
  'gu',
);

/**
 * Whether all of a text is seen. What is written anew has to be; old records may hold more, so the schemas that
 * read them don't ask.
 */
export const isSeenWhole = (value: string): boolean => !UNSEEN.test(value) || !UNSEEN.test(value.replace(SHAPING, ''));

/** The text without what is not seen. */
export const seenOf = (value: string): string => (isSeenWhole(value) ? value : value.replace(new RegExp(UNSEEN, 'gu'), ''));
