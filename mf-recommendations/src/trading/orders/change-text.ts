import type { Order } from '@vimarsh/shared/contract/trading/types.ts';
import { isOver } from '@vimarsh/shared/domain/trading/order/ended.ts';

/** How far a change that was asked for has come; '' where there is none. A cancel has happened only when the broker says so. */
export function changeText({ change, state, broker }: Pick<Order, 'change' | 'state' | 'broker'>): string {
  if (!change || (isOver(state) && change.state !== 'refused')) return '';
  if (change.text) return change.text;
  const cancel = change.kind === 'cancel';
  switch (change.state) {
    case 'sent':
      return cancel ? `Cancel asked. ${broker.title} has not confirmed it yet.` : `Change asked. ${broker.title} has not confirmed it yet.`;
    case 'unknown':
      return cancel ? 'Nobody can say yet whether the cancel took effect.' : 'Nobody can say yet whether the change took effect.';
    case 'refused':
      return cancel ? 'Not cancelled.' : 'Not changed.';
  }
}
