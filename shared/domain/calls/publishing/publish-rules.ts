import type { Disclosures } from '../../../contract/calls/types.ts';
import { addDays } from '../../market/calendar.ts';
import { forbiddenWords } from '../../text/forbidden-words.ts';
import { formatDay } from '../../text/formats.ts';
import { isSaid } from './reasons.ts';

/** What the publishing rules of every kind of call know of an author. */
export interface AuthorFacts {
  readonly verified: boolean;
  readonly publisher: boolean;
  readonly registrationValid: boolean;
  /** The Publisher plan is sold to them on this site; elsewhere nobody reads its name, and the partner grants publishing. */
  readonly planSold: boolean;
  /** The latest IST day on which they dealt in the draft's stock or its contracts through this site; null where none of the last 30 is known. */
  readonly dealtOn: string | null;
}

/** An author has not dealt in a stock for so many days before a call on it, and does not for so many after it (product 0.4). */
export const DEALING_DAYS = { before: 30, after: 5 } as const;

/** Why the attestation of an author about own dealing can't stand, or null. `asks` is said while it was not given. */
export function dealingProblem({ dealtOn }: AuthorFacts, attested: boolean, asks: string): string | null {
  if (dealtOn !== null)
    return `You dealt in it on ${formatDay(dealtOn)}, or have an order open. A call can be published from ${formatDay(addDays(dealtOn, DEALING_DAYS.before + 1))}.`;
  return attested ? null : asks;
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

/** The five conflicts of interest of Regulation 19 that an author declares by yes or no. A holding explains itself; the others need words. */
const NEEDS_WORDS = ['over1pct', 'compensation_12m', 'market_maker', 'officer'] as const;
const LEAST_CONFLICT = 40;

/** Why the declared conflicts of interest can't stand as they are, or null. */
export function conflictsProblem(disclosures: Disclosures): string | null {
  if (disclosures.over1pct && !disclosures.holds) return 'Whoever owns 1% or more of the company holds its stock: declare both, or neither.';
  if (!NEEDS_WORDS.some((conflict) => disclosures[conflict])) return null;
  if (isSaid(disclosures.other, LEAST_CONFLICT)) return null;
  return `Explain the conflicts that you declare in at least ${LEAST_CONFLICT} characters: what it is, with whom, since when.`;
}

/** Sentences of a rule by the field of the form at which each stands; the fields are those of a draft. */
export type FieldSentences = readonly { readonly field: string; readonly message: string }[];

/** Sentences in a row, for a place that shows a rule as one. */
export const allSentences = (sentences: FieldSentences): string => sentences.map(({ message }) => message).join(' ');
