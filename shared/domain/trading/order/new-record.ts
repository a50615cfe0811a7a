import type { OrderRecord } from './order-record.ts';

/** An order as it is stored before anything is sent. */
export const newRecord = (terms: Pick<OrderRecord, 'quantity' | 'price' | 'trigger'>): OrderRecord => ({
  ...terms,
  state: 'confirmed',
  filled: 0,
  average: null,
  broker_order_id: '',
  code: '',
  broker_text: '',
  change: null,
  unknown_since: null,
  handed_over_at: null,
  looked_at: null,
  look: 0,
});
