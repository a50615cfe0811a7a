import type { Disclosures } from '../../contract/calls/types.ts';

/** Answers of Regulation 19 that are a conflict of interest where they are yes. */
const CONFLICTS = ['holds', 'over1pct', 'compensation_12m', 'market_maker', 'officer'] as const satisfies readonly (keyof Disclosures)[];

/** How many conflicts of interest a publication declares, by its signed payload. */
export function declaredCount({ disclosures }: { readonly disclosures?: unknown }): number {
  const answers: Partial<Record<string, unknown>> = typeof disclosures === 'object' && disclosures !== null ? { ...disclosures } : {};
  return CONFLICTS.filter((name) => answers[name] === true).length;
}
