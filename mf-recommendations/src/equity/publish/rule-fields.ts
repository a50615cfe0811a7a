import { problemsAt } from '../../publishing/rule-problems.ts';
import { type CallForm, type Field, fieldOf } from './call-form.ts';

/** The field in which the author fixes a broken rule. Rules without a field (limits, author, hours) are shown above the form. */
const FIELD_OF_RULE: Readonly<Record<string, Field>> = {
  'EQ-ELIGIBLE': 'stock',
  'EQ-DOUBT': 'stock',
  'EQ-EXCHANGE': 'stock',
  'EQ-DUPLICATE': 'stock',
  'EQ-SECTOR-LIMIT': 'stock',
  'EQ-TICK': 'entry_low',
  'EQ-BAND': 'entry_low',
  'EQ-ENTRY-NEAR': 'entry_low',
  'EQ-RANGE-WIDTH': 'entry_high',
  'EQ-SIDE': 'target',
  'EQ-TARGET-DISTANCE': 'target',
  'EQ-STOP-DISTANCE': 'stop_loss',
  'EQ-RR': 'stop_loss',
  'EQ-VALIDITY': 'valid_till',
  'EQ-WORDS': 'thesis',
  'EQ-RATIONALE': 'thesis',
  'EQ-CONFLICTS': 'other',
  'EQ-ATTEST': 'attest_30_5',
};
/** Target and stop-loss on the right sides. It is shown at its field while drafting: nothing else about the levels means anything before. */
const SIDES = 'EQ-SIDE';

/** Rules whose sentence is read while drafting. Whoever chose a stock in doubt should not fill in the rest first. */
export const WHILE_DRAFTING: readonly string[] = [SIDES, 'EQ-DOUBT'];

export const ruleProblems = problemsAt<CallForm>((path) => FIELD_OF_RULE[path] ?? fieldOf(path));
