import type { Disclosures } from '../../contract/calls/types.ts';

/** Answers of Regulation 19 that are a conflict of interest where they are yes. */
const CONFLICTS = ['holds', 'over1pct', 'compensation_12m', 'market_maker', 'officer'] as const satisfies readonly (keyof Disclosures)[];

/** The conflicts of interest that a publication declares, by its signed payload. */
export function declaredConflicts({ disclosures }: { readonly disclosures?: unknown }): (typeof CONFLICTS)[number][] {
  const answers: Partial<Record<string, unknown>> = typeof disclosures === 'object' && disclosures !== null ? { ...disclosures } : {};
  return CONFLICTS.filter((name) => answers[name] === true);
}

/** How many they are. */
export const declaredCount = (payload: { readonly disclosures?: unknown }): number => declaredConflicts(payload).length;
