import type { Rationale } from '../../../contract/calls/types.ts';
import { countLetters, leastLetters } from '../../../contract/letters.ts';
import { REASON } from './reason-words.ts';

/** The parts of a rationale that are read one after the other, in the order of the form. */
const PARTS = ['thesis', 'trigger', 'risks', 'kill_criteria'] as const;
type Part = (typeof PARTS)[number];

export interface ReasonProblem {
  readonly field: Part;
  readonly message: string;
}

/** Characters of thesis, trigger and risks together, and of what would prove the call wrong. */
const LEAST_REASONS = 300;
const LEAST_KILL = 40;
/** A shorter part may share a phrase with another by chance. */
const LEAST_WORDS = 6;
/** Share of a part's words that must not repeat what was written before them. */
const LEAST_NEW = 0.5;
/** Words that make up a phrase. */
const PHRASE = 3;

const REPEATS: Readonly<Record<Part, string>> = {
  thesis: 'The thesis says the same thing several times. Say it once, and what supports it.',
  trigger: 'The trigger repeats what is written already. Say what makes it happen now.',
  risks: 'The risks repeat what is written already. Say what speaks against the call.',
  kill_criteria: 'What would prove this wrong repeats what is written already. Name the price, the day or the event.',
};

/** A price, a date or a ratio: “₹1,420”, “Q3”, “१४२०”. */
const FIGURE = /\p{Nd}/u;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Words of a part, those that belong to a phrase not written before, and the letters of the latter. `seen` grows by its phrases. */
function newWords(text: string, seen: Set<string>): { all: number; fresh: number; letters: number } {
  const words = wordsOf(text);
  const fresh = words.filter((_, at) => {
    // A part begins with a mark of its own, so that its first words make phrases too.
    const phrase = ['^', ...words.slice(Math.max(0, at - PHRASE + 1), at + 1)].slice(-PHRASE).join(' ');
    if (seen.has(phrase)) return false;
    seen.add(phrase);
    return true;
  });
  return { all: words.length, fresh: fresh.length, letters: countLetters(fresh.join('')) };
}

/** A text of so many characters, in words: dots are no reason. */
export const isSaid = (text: string, least: number): boolean => text.length >= least && countLetters(text) >= leastLetters(least);

/**
 * Everything that the reasons of a call lack, each at its field; empty where nothing does. Texts repeated, whole or in phrases, count
 * once. Reads at most the 5,000 characters that the contract lets through, in one pass.
 */
export function reasonsProblems(rationale: Rationale): ReasonProblem[] {
  const { thesis, trigger, risks, kill_criteria } = rationale;
  const reasons = thesis + trigger + risks;
  const problems: ReasonProblem[] = [];
  const add = (field: Part, message: string) => problems.push({ field, message });
  if (reasons.length < LEAST_REASONS) {
    add('thesis', `Thesis, trigger and risks have ${reasons.length} characters together; at least ${LEAST_REASONS} are needed.`);
  } else if (!isSaid(reasons, LEAST_REASONS)) {
    add('thesis', `Write thesis, trigger and risks in words: at least ${leastLetters(LEAST_REASONS)} letters and digits together.`);
  }
  const written = problems.length === 0;
  if (!isSaid(kill_criteria, LEAST_KILL)) add('kill_criteria', `Say in at least ${LEAST_KILL} characters what would prove this call wrong.`);
  const seen = new Set<string>();
  let letters = 0;
  for (const part of PARTS) {
    const counted = newWords(rationale[part], seen);
    if (part !== 'kill_criteria') letters += counted.letters;
    const repeats = counted.all >= LEAST_WORDS && counted.fresh < counted.all * LEAST_NEW;
    if (repeats && !problems.some(({ field }) => field === part)) add(part, REPEATS[part]);
  }
  if (problems.length > 0 || !written) return problems;
  if (letters < leastLetters(LEAST_REASONS)) {
    add(
      'thesis',
      `Thesis, trigger and risks repeat each other: without what is repeated, at least ${leastLetters(LEAST_REASONS)} letters and digits are needed.`,
    );
  } else if (!FIGURE.test(thesis + trigger) && !REASON.test(`${thesis} ${trigger}`.toLowerCase())) {
    add('thesis', 'Thesis and trigger name neither a price nor a reason. Say what the call rests on, so that a reader can check it.');
  }
  return problems;
}
