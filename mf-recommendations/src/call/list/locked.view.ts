import { type CallPage, COUNT_CEILING, TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import type { PlanName } from '@vimarsh/shared/contract/identity/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';

export interface LockedLine {
  readonly text: string;
  /** What is locked, "Intraday calls", and the plan that has it; '' where no plan may be named. */
  readonly what: string;
  readonly plan: string;
  /** The caller has paid for them and gave no PAN. */
  readonly pan?: true;
}

/** The least first, as locked calls name them. */
const PLANS: readonly string[] = ['Lite', 'Premium', 'Pro'] satisfies PlanName[];

/**
 * One line for each term the caller lacks, with the plan that has it; for visitors one number. Both are of the moment the day
 * began: what is published or ends during the day would otherwise be told by a count.
 * Of what `waiting` has, the plan that waits for the caller's PAN, no plan is named.
 */
export function lockedLines({ locked, locked_count }: Pick<CallPage, 'locked' | 'locked_count'>, waiting: PlanName | null = null): LockedLine[] {
  const many = locked_count >= COUNT_CEILING ? '+' : '';
  const calls = (count: number, name: string): string =>
    `${formatNumber(count)}${many} ${name}call${count === 1 ? ' was' : 's were'} live at the start of today`;
  if (locked.length === 0) return locked_count > 0 ? [{ text: `${calls(locked_count, '')} · outside your plan`, what: '', plan: '' }] : [];
  return locked
    .toSorted((a, b) => TERMS.indexOf(a.term) - TERMS.indexOf(b.term))
    .map(({ term, cheapest_plan: plan, count }) => {
      const name = TERM_LABEL[term].name.replace(' ', '-');
      if (waiting && PLANS.includes(plan) && PLANS.indexOf(plan) <= PLANS.indexOf(waiting))
        return { text: `${calls(count, `${name.toLowerCase()} `)} · give your PAN to open your plan’s calls`, what: '', plan: '', pan: true };
      return { text: `${calls(count, `${name.toLowerCase()} `)} · ${plan ? `in ${plan}` : 'outside your access'}`, what: `${name} calls`, plan };
    });
}

/** All that plans would open in one sentence: "32 more were live at the start of today: 4 in Lite, 28 in Premium". */
export function lockedSum(locked: CallPage['locked']): string {
  const counts = PLANS.map((plan) => ({ plan, count: locked.reduce((sum, each) => sum + (each.cheapest_plan === plan ? each.count : 0), 0) }));
  const told = counts.filter(({ count }) => count > 0);
  const all = told.reduce((sum, { count }) => sum + count, 0);
  return `${formatNumber(all)} more were live at the start of today: ${told.map(({ plan, count }) => `${formatNumber(count)} in ${plan}`).join(', ')}`;
}

/** The plan that opens all of these lines: each larger one has what a smaller one has. */
export const largestPlan = (lines: readonly Pick<LockedLine, 'plan'>[]): string =>
  lines.reduce((largest, { plan }) => (PLANS.indexOf(plan) > PLANS.indexOf(largest) ? plan : largest), '');
