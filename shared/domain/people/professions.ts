import type { Profession } from '../../contract/identity/types.ts';

export const PROFESSION_CODES = { RETAIL_INVESTOR: 'Retail Investor', MARKET_EXPERT: 'Market Expert' } as const satisfies Record<string, Profession>;
export type ProfessionCode = keyof typeof PROFESSION_CODES;

/** Investors are one side, the five other professions the expert side (S1-SCOPE-12). */
export function isRetail(profession: string): boolean {
  return profession === 'Retail Investor';
}
