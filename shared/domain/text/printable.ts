/**
 * Characters that a terminal obeys or that turn around what is read: controls such as escape and carriage return (C0, C1, DEL), the separators of
 * lines and paragraphs, and marks of writing direction.
 */
const OBEYED = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;
const OBEYED_IN_LINES = new RegExp(`(?!\\n)${OBEYED.source}`, 'gu');

const shown = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One line that a terminal only shows. What others wrote, such as names in a zip, can neither move its cursor nor begin a line of its own. */
export const printableLine = (text: string): string => text.replace(OBEYED, shown);

/** Several lines in a text of our own. */
export const printableLines = (text: string): string => text.replace(OBEYED_IN_LINES, shown);
