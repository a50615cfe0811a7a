import { PROFESSIONS, type Profession } from '../contract/identity.contract.ts';

export const PROFESSION_CODES = { RETAIL_INVESTOR: 'Retail Investor', MARKET_EXPERT: 'Market Expert' } as const satisfies Record<string, Profession>;
export type ProfessionCode = keyof typeof PROFESSION_CODES;

export function isProfession(value: unknown): value is Profession {
  return PROFESSIONS.includes(value as Profession);
}

/** Investors on one side; the five other professions are the expert side (S1-SCOPE-12). */
export function isRetail(profession: string): boolean {
  return profession === 'Retail Investor';
}
