import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { formatWay, holdPlace, residual } from '@vimarsh/shared/domain/calls/equity/residual.ts';
import { formatFloat, formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';

/** "At ₹1,452.30 now: 3.10% to target, 2.40% to stop (RR 1.29)" and whether the entry window has passed (product A.7, C.3). */
export function residualLine(call: Call, ltp: number): { text: string; entryPassed: boolean } | null {
  const remaining = isOpenCall(call.status) ? residual(call, ltp) : null;
  if (!remaining) return null;
  if (call.call_type === 'Hold') {
    const { words, away } = holdPlace(call, ltp);
    const place = [away, words].filter(Boolean).join(' ');
    return { text: `At ${formatInr(ltp)} now: ${place}`, entryPassed: false };
  }
  const { toTarget, toStop, rr, entryPassed } = remaining;
  const ratio = rr === null ? 'no risk-reward left' : `RR ${formatFloat(rr)}`;
  return {
    text: `At ${formatInr(ltp)} now: ${formatWay(toTarget, rr !== null)} to target, ${formatWay(toStop, rr !== null)} to stop (${ratio})`,
    entryPassed,
  };
}
