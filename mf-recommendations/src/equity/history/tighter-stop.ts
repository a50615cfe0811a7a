import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { isOnTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { formatFloat, formatInr } from '@vimarsh/shared/domain/text/formats.ts';

/** Why a new stop-loss (₹) is not allowed, or '' when it is. The server checks again. */
export function stopProblem(call: Pick<Call, 'call_type' | 'stop_loss' | 'target_price'>, typed: number, tick: number): string {
  if (Number.isNaN(typed) || typed <= 0) return 'Enter a price, for example 1,452.30';
  if (!isOnTick(typed, tick)) return `Prices of this stock move in steps of ₹${formatFloat(tick)}`;
  const rising = call.target_price > call.stop_loss;
  if (rising ? typed <= call.stop_loss : typed >= call.stop_loss)
    return `The stop-loss only moves towards profit: ${rising ? 'above' : 'below'} ${formatInr(call.stop_loss)}`;
  if (rising ? typed >= call.target_price : typed <= call.target_price)
    return `The stop-loss stays ${rising ? 'below' : 'above'} the target of ${formatInr(call.target_price)}`;
  return '';
}
