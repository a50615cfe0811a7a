/* Texts that parsers and rules find hard, of any length. */

/** `unit` again and again, exactly `length` long. A character that the end would cut in half becomes a letter. */
function fill(unit: string, length: number): string {
  return unit
    .repeat(Math.ceil(length / unit.length))
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, 'x');
}

/** Fills all but the ends, so that trimming takes nothing away. */
const between = (unit: string, length: number): string => (length < 3 ? fill('a', length) : `a${fill(unit, length - 2)}b`);

const nested = (length: number): string => '['.repeat(Math.ceil(length / 2)) + ']'.repeat(Math.floor(length / 2));

/** Repetitions that almost match a pattern, and then do not: an expression that tries every split takes quadratic time or worse. */
const almost = (unit: string, length: number): string => (length < 2 ? fill('a', length) : `${fill(unit, length - 1)}!`);

export const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  'quotation marks': (length) => between('"', length),
  backslashes: (length) => between('\\', length),
  'combining marks': (length) => between('\u0316\u0301\u0327\u0591', length),
  'letters that normalisation expands': (length) => fill('\ufdfa', length),
  'zero-width signs': (length) => between('\u200b\u200d', length),
  'joined emoji': (length) => fill('👩\u200d', length),
  'right to left': (length) => fill('\u202eשלום \u0928\u094d\u200d', length),
  spaces: (length) => between(' ', length),
  commas: (length) => fill(',', length),
  digits: (length) => fill('9876543210', length),
  'nested brackets': nested,
  'equals signs': (length) => fill('=', length),
  'line ends': (length) => between('\r\n', length),
  'almost e-mail addresses': (length) => almost('a@a.a', length),
  'almost web addresses': (length) => almost('http://a.a/', length),
  'almost telephone numbers': (length) => almost('+91 90000-00000 ', length),
  'almost names of hosts': (length) => almost('a-a.', length),
  'unclosed tags': (length) => fill('<a <!--', length),
  'percent signs': (length) => fill('%25', length),
  'rows of cells that normalisation expands': (length) => fill(`${'\ufdfa\ufdfa\ufdfa L,'.repeat(494)}\ufdfa\n`, length),
};
