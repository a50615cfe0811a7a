/** Letters and digits of a text, in any script. A vowel sign of Hindi is a letter to who reads it; a loose accent is none, and dots say nothing. */
export const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]|(?!\p{Script=Inherited})\p{M}/gu)?.length ?? 0;

/** Letters and digits that a text of so many characters has at least. Prose has more: the rest is blanks and signs. */
export const leastLetters = (characters: number): number => Math.ceil((characters * 2) / 3);
