import { formatDay, formatInr, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

const NAMES: Readonly<Record<string, string>> = {
  split: 'split',
  consolidation: 'consolidation',
  bonus: 'bonus',
  reduction: 'capital reduction',
  rights: 'rights issue',
  special_dividend: 'special dividend',
  demerger: 'demerger',
  scheme: 'scheme of arrangement',
};

/** The name of an adjustment's action. A kind that this page does not know yet is a corporate action. */
export const actionName = (action: unknown): string => NAMES[String(action)] ?? 'corporate action';

/** By what an adjustment moved levels: an amount that was paid, a factor, or both. */
export function adjustedText({ amount, ratio, ex_date }: Readonly<Record<string, unknown>>): string[] {
  const day = formatDay(String(ex_date));
  if (typeof amount !== 'number') return [`Factor ${formatNumber(ratio as number, 2)}, ex-date ${day}`];
  return [ratio === 1 ? `Less ${formatInr(amount)}, ex-date ${day}` : `Less ${formatInr(amount)}, factor ${formatNumber(ratio as number, 2)}, ex-date ${day}`];
}
