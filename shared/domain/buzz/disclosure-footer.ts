import type { Conflict } from '../../contract/buzz/types.ts';
import type { SignedAuthor } from '../calls/author-entry.ts';

/** What each declared conflict of interest says, behind “Declares:”. */
export const CONFLICT_WORDS: Readonly<Record<Conflict, string>> = {
  holds: 'holds securities named here',
  over1pct: 'holds more than 1 % of a company named here',
  compensation_12m: 'was paid by a company named here within 12 months',
  market_maker: 'makes a market in securities named here',
  officer: 'is an officer or employee of a company named here',
};

/**
 * The last lines of every published post: whose words these are by the register, what conflicts were declared, and what a post is not.
 * Conflicts stand in the order of the table, whatever order they were declared in.
 */
export function disclosureFooter({ name, category, reg_no }: SignedAuthor, conflicts: readonly Conflict[]): string {
  const declared = (Object.keys(CONFLICT_WORDS) as Conflict[]).filter((conflict) => conflicts.includes(conflict));
  const words = declared.length === 0 ? 'Declares no conflict of interest.' : `Declares: ${declared.map((conflict) => CONFLICT_WORDS[conflict]).join('; ')}.`;
  return `${name}, ${category}, SEBI registration ${reg_no}. ${words} Education and opinion, not personal advice.`;
}
