import { problemsAt } from '../../publishing/rule-problems.ts';
import { fieldOf, type OptionField, type OptionForm } from './option-form.ts';

/** The field in which the author fixes a broken rule. Rules without one (author, feed, hours, limits of the day) are said above the form. */
const FIELD_OF_RULE: Readonly<Record<string, OptionField>> = {
  'OPT-UNDERLYING': 'underlying',
  'OPT-DOUBT': 'underlying',
  'OPT-BAN': 'underlying',
  'OPT-DUPLICATE': 'underlying',
  'OPT-OUTLOOK': 'outlook',
  'OPT-LEGS': 'legs',
  'OPT-ONE-UNDERLYING': 'legs',
  'OPT-LOTS': 'legs',
  'OPT-TWICE': 'legs',
  'OPT-EXPIRY': 'legs',
  'OPT-STRIKE': 'legs',
  'OPT-EXPIRY-DAY': 'legs',
  'OPT-QUOTED': 'legs',
  'OPT-SPREAD': 'legs',
  'OPT-INTEREST': 'legs',
  'OPT-PREMIUM': 'legs',
  'OPT-ENTRY-NEAR': 'legs',
  'OPT-BASIS': 'target',
  'OPT-PAISE': 'target',
  'OPT-ZERO': 'target',
  'OPT-SIDE': 'target',
  'OPT-EARNS': 'target',
  'OPT-RR': 'target',
  'OPT-REACH': 'target',
  'OPT-STOP-RISK': 'stop',
  'OPT-NAKED-STOP': 'stop',
  'OPT-NAKED-CAUTION': 'caution',
  'OPT-LIMIT': 'net_limit',
  'OPT-VALIDITY': 'valid_till',
  'OPT-WORDS': 'thesis',
  'OPT-RATIONALE': 'thesis',
  'OPT-BASE-RATE': 'base_rate_read',
  'OPT-CONFLICTS': 'other',
  'OPT-ATTEST': 'attest_30_5',
};

export const ruleProblems = problemsAt<OptionForm>((path) => FIELD_OF_RULE[path] ?? fieldOf(path));
