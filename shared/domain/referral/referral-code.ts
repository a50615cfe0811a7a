/** Neither vowels, so that no code is a word, nor what reads like something else: B and 8, I and 1, O and 0, S and 5, Z and 2. */
const LETTERS = 'CDFGHJKMNPQRTVWXY34679';
const LENGTH = 8;

/** A code out of random bytes: of 22 to the power of 8 nobody finds one by trying. Null where they were too few to draw evenly. */
export function codeFrom(bytes: Iterable<number>): string | null {
  const even = 256 - (256 % LETTERS.length);
  let code = '';
  for (const byte of bytes) {
    if (byte < even) code += LETTERS[byte % LETTERS.length];
    if (code.length === LENGTH) return code;
  }
  return null;
}

/** A code as somebody typed it: small letters and what stands between its letters don’t matter. '' for what is none. */
export function typedReferralCode(typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : '';
}
