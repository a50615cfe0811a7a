import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import type { RegistrationStatus } from '../identity.tables.ts';

/**
 * Whether a profession may become another: an investor becomes a Market Expert after confirmation, an expert chooses a
 * profession until a registration was verified, and nobody goes back to investor (S4-PROFN-O01).
 */
export function mayBecome(from: Profession, to: Profession, registration: RegistrationStatus | null): boolean {
  if (from === to) return true;
  if (from === 'Retail Investor') return to === 'Market Expert';
  if (to === 'Retail Investor') return false;
  return registration === null || registration === 'unverified' || registration === 'pending' || registration === 'rejected';
}

const CATEGORIES = { Analyst: 'RA', 'Financial Advisor': 'IA', Broker: 'BROKER', Dealer: 'DEALER' } as const;

/** What a profession is registered as; null for those that are not. */
export function categoryOf(profession: Profession): 'RA' | 'IA' | 'BROKER' | 'DEALER' | null {
  return CATEGORIES[profession as keyof typeof CATEGORIES] ?? null;
}
