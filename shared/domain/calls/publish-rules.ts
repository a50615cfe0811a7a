import type { Rationale, RuleResult } from '../../contract/calls/types.ts';
import { countLetters, leastLetters } from '../../contract/letters.ts';
import { forbiddenWords } from '../text/forbidden-words.ts';

/** What the publishing rules of every kind of call know of an author. */
export interface AuthorFacts {
  readonly verified: boolean;
  readonly publisher: boolean;
  readonly registrationValid: boolean;
  /** The Publisher plan is sold to them on this site; elsewhere nobody reads its name, and the partner grants publishing. */
  readonly planSold: boolean;
}

export const authorLabel = ({ planSold }: AuthorFacts): string => (planSold ? 'Verified author with a Publisher plan' : 'Verified author who may publish here');

/** Why this author can publish nothing today, or null. */
export function authorProblem({ verified, registrationValid, publisher, planSold }: AuthorFacts): string | null {
  if (!verified) return 'Only verified experts can publish.';
  if (!registrationValid) return 'Your registration is not valid today.';
  if (publisher) return null;
  return planSold ? 'Publishing needs a Publisher plan or a grant of your partner.' : 'Publishing needs a grant of your partner.';
}

/** Why a text may not enter the record, or null. */
export function wordsProblem(text: string): string | null {
  const found = forbiddenWords(text);
  return found && `The text contains ${found} that research must not carry.`;
}

/** In so many characters, and in words: dots are no reason. */
export const isSaid = (text: string, least: number): boolean => text.length >= least && countLetters(text) >= leastLetters(least);

/** What the reasons of a call lack, or null. */
export function reasonsProblem({ thesis, trigger, risks, kill_criteria }: Rationale): string | null {
  const reasons = thesis + trigger + risks;
  if (reasons.length < 300) return `Thesis, trigger and risks have ${reasons.length} characters together; at least 300 are needed.`;
  if (!isSaid(reasons, 300)) return `Write thesis, trigger and risks in words: at least ${leastLetters(300)} letters and digits together.`;
  return isSaid(kill_criteria, 40) ? null : 'Say in at least 40 characters what would prove this call wrong.';
}

/** A rule that was judged and is not kept. */
export const isBroken = ({ ok, waits }: RuleResult): boolean => !ok && !waits;

/** Whether no blocking rule is broken. */
export const publishable = (rules: readonly RuleResult[]): boolean => rules.every((rule) => rule.ok || rule.level === 'warn');
