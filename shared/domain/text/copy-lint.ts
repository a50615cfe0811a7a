/** Words that may not advertise research, and claims of certainty. */
const FORBIDDEN: readonly RegExp[] = [
  /\bbest\b/i,
  /\btop\b/i,
  /\bsure(?:-?shot)?\b/i,
  /\bguarante\w*/i,
  /\bassur\w*/i,
  /\b(?:no\.?\s*1|number\s*(?:1|one))\b/i,
  /(?<!\d)\d+(?:\.\d+)?\s*%\s*accura\w*/i,
  /\baccura\w*\s*(?:of|:)?\s*\d+/i,
  /\brisk[- ]free\b/i,
  /\bmultibagger\b/i,
];

/** The same words used in a denial: "no assured-return scheme", "does not guarantee", "are no assurance". */
const DENIED = /\b(?:no|not|never|nor|without|cannot|can’t|neither)\b(?:[^\w.!?]+\w+){0,3}[^\w.!?]+$/i;

/** The phrases of a text that promise too much; empty when it is fine. */
export function lintCopy(text: string): string[] {
  return FORBIDDEN.flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'gi'))])
    .filter((found) => !DENIED.test(text.slice(0, found.index)))
    .map((found) => found[0]);
}
