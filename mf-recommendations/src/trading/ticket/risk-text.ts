import type { TicketEstimate } from '@vimarsh/shared/contract/trading/types.ts';
import { formatInr } from '@vimarsh/shared/domain/text/formats.ts';

/** ₹ that a ticket can lose, or why there is no such number. */
export function riskText({ risk_paise, risk_unlimited }: Pick<TicketEstimate, 'risk_paise' | 'risk_unlimited'>): string {
  if (risk_paise !== null) return formatInr(risk_paise / 100);
  return risk_unlimited ? 'Not limited' : 'Not known';
}
