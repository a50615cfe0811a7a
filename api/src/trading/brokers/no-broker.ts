import { BROKER_RECOVERY } from '@vimarsh/shared/domain/trading/order/recovery.ts';
import type { OrderBroker } from './port.ts';

const failed = async () => ({ kind: 'failed', why: 'no way leads to this broker', session_over: false }) as const;
const notSent = async () => ({ kind: 'refused', code: 'NOT_SENT', broker_text: '' }) as const;

/** Stands for a broker whose way was taken out of the settings while orders of it live: nobody is asked, so what is unknown stays so. */
export const NO_BROKER: OrderBroker = {
  takes: { types: [], products: [], after_market: false, modify: false },
  ...{ perSecond: 0, perDay: 0, tagLength: 20, recovery: BROKER_RECOVERY.noren },
  submit: async () => ({ kind: 'not_sent', why: 'no way leads to this broker', session_over: false }),
  modify: notSent,
  cancel: notSent,
  book: failed,
  positions: failed,
  holdings: failed,
  funds: failed,
};
