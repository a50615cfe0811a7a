/** What was traded by one order, of one instrument. `price` ₹ a share, `charges` ₹ by estimate. */
export interface TradedOrder {
  readonly call_id: string | null;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly price: number;
  readonly charges: number;
}

export interface CallPart {
  readonly call_id: string | null;
  /** Shares held by now; sold short negative. */
  readonly quantity: number;
  /** Paise made so far, with what is held at the price now; before and after the charges of what was traded. */
  readonly made_paise: number;
  readonly made_net_paise: number;
}

/** Splits what was traded in an instrument by the call that each order followed, at the price now (₹). Orders that followed none are one part. */
export function followedParts(traded: readonly TradedOrder[], ltp: number): CallPart[] {
  return [...Map.groupBy(traded, ({ call_id }) => call_id)].map(([call_id, orders]) => {
    const signed = (order: TradedOrder): number => (order.side === 'buy' ? order.quantity : -order.quantity);
    const quantity = orders.reduce((sum, order) => sum + signed(order), 0);
    const cash_paise = orders.reduce((sum, order) => sum - Math.round(signed(order) * order.price * 100), 0);
    const made_paise = cash_paise + Math.round(quantity * ltp * 100);
    const charges_paise = orders.reduce((sum, { charges }) => sum + Math.round(charges * 100), 0);
    return { call_id, quantity, made_paise, made_net_paise: made_paise - charges_paise };
  });
}
