import type { RuleResult } from '../../../contract/calls/types.ts';

/** A rule that was judged and is not kept. */
export const isBroken = ({ ok, waits }: RuleResult): boolean => !ok && !waits;

/** Sentences of a broken rule, each with its path: `EQ-SIDE.stop_loss` where the rule speaks of several fields, else `EQ-SIDE`. */
export const sentencesOf = ({ id, message, at }: RuleResult): { path: string; message: string }[] =>
  at?.map(({ field, message: sentence }) => ({ path: `${id}.${field}`, message: sentence })) ?? [{ path: id, message }];

/** Whether no blocking rule is broken. */
export const publishable = (rules: readonly RuleResult[]): boolean => rules.every((rule) => rule.ok || rule.level === 'warn');
