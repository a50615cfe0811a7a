import * as z from 'zod/mini';

/**
 * Why a text is no secret, as the end of a sentence; null where it may be one. Length alone says little: forty blanks are long. And a line
 * end that one node reads from a file and another's variable lacks would make two secrets of one.
 */
export function secretProblem(value: string, least: number): string | null {
  if (value !== value.trim()) return 'must not begin or end with a blank or a line end';
  if (/\p{Cc}/u.test(value)) return 'must be one line';
  if (value.length < least) return `must have at least ${least} characters`;
  // A random text of 32 hexadecimal digits has fewer than eight different ones once in ten million times.
  const different = Math.max(4, least / 4);
  return new Set(value).size < different ? `must have at least ${different} different characters` : null;
}

/** A setting that is a secret. `name` begins the sentence; without one whoever reads the issue puts it there. */
export const secret = (least: number, name = '') =>
  z.string().check(
    z.check(({ value, issues }) => {
      const problem = secretProblem(value, least);
      if (problem) issues.push({ code: 'custom', input: value, message: `${name} ${problem}`.trim() });
    }),
  );

/** A key or an id that somebody else made: how strong it is, is theirs to say. */
export const givenWord = (most: number, name = '') =>
  z.string().check(z.regex(new RegExp(`^[!-~]{1,${most}}$`), `${name} must be one word of at most ${most} characters`.trim()));
