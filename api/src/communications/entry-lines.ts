/** Stands before each line of an entry but its first, in texts, mails and on paper: no words of a person begin a line as an entry does. */
export const CONTINUED = '    | ';
/** Code points of a line in texts and mails. A program that breaks longer lines itself would begin one without the sign. */
const WIDTH = 100;
const BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** Control characters, and signs that turn the direction of what follows: a terminal would move words with them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const MOVING = /[\0-\x08\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Splits an entry where its writer began a new line. Words from outside are not trusted to have no other separators than `\n`. */
export const writtenLines = (entry: string): string[] =>
  entry.split(BREAKS).map((line) => line.replace(MOVING, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`));

/** An entry as lines of a text file: each but the first begins with the sign, whether its writer broke it or its length. */
export const entryLines = (entry: string): string[] =>
  writtenLines(entry)
    .flatMap((line, at) => wrapped(line, at === 0))
    .map((line, at) => (at === 0 ? line : `${CONTINUED}${line}`));

/** Breaks a line behind the last space that fits, or inside a word that is longer than a line. */
function wrapped(line: string, isFirst: boolean): string[] {
  const signs = [...line];
  const pieces: string[] = [];
  for (let at = 0; at < signs.length || pieces.length === 0; ) {
    const most = isFirst && pieces.length === 0 ? WIDTH : WIDTH - CONTINUED.length;
    const space = signs.length - at > most ? signs.lastIndexOf(' ', at + most - 1) : -1;
    const end = space > at ? space + 1 : at + most;
    pieces.push(signs.slice(at, end).join('').trimEnd());
    at = end;
  }
  return pieces;
}
