type Details = Readonly<Record<string, unknown>>;

/** Something that screens share and a reset forgets: each is a constant of its own, so that what no screen uses shows. */
export interface Slot<Value> {
  readonly name: string;
  readonly initial: Value;
}
const slot = <Value>(name: string, initial: Value): Slot<Value> => ({ name, initial });

/*
 * What the session knows of its user and plans stands in its snapshot (S3-STATE-01, S3-STATE-03, S3-STATE-22), and what only the server
 * knows, such as an expert, an order, an invoice or a bank account, in the answers that `kit/query/query.ts` keeps until sign-out. The market's list
 * of shares is asked for as one is typed (S3-STATE-08). The chats are known to their own screen alone (S3-STATE-14 to S3-STATE-17, S3-STATE-19), the order that is open stands in the address (S3-STATE-11), and its segment and type in
 * the order at hand (S3-STATE-10, S3-STATE-12). Here stands the rest. Details not read here keep their server shape.
 */
export const CHAT_PLAN = slot<{ readonly ends_at: string } | null>('chatPlan', null);
/** The campaign this site runs, as it was answered (S3-PLAN-05). */
export const CAMPAIGN = slot<{ readonly campaign_data: Details } | null>('campaign', null);
export const UNREAD_COUNT = slot<number>('unreadCount', 0);

/** The first order of the ticket that was open last. Prices ₹, null without one; `symbol` of an option names the contract, its `stock` the underlying. */
export interface SelectedOrder {
  readonly segment: 'equity' | 'options';
  readonly symbol: string;
  readonly ltp: number | null;
  readonly order_type: string;
  /** Shares have a lot of one. */
  readonly stock: { readonly symbol: string; readonly ltp: number | null; readonly lot_size: number };
  /** Where its ticket opens again. */
  readonly address: string;
}
export const SELECTED_ORDER = slot<SelectedOrder | null>('selectedOrder', null);
/** The chat request that an expert is asked about; null while none waits. */
export const NEW_CHAT_REQUEST = slot<Details | null>('newChatRequest', null);

export interface ClientState {
  get<Value>(slot: Slot<Value>): Value;
  set<Value>(slot: Slot<Value>, value: Value): void;
  /** Every slot is back to its initial value (S3-STATE-24). */
  reset(): void;
}

export function createClientState(changed: () => void): ClientState {
  const values = new Map<string, unknown>();
  return {
    get: <Value>({ name, initial }: Slot<Value>) => (values.has(name) ? (values.get(name) as Value) : initial),
    set({ name }, value) {
      values.set(name, value);
      changed();
    },
    reset() {
      values.clear();
      changed();
    },
  };
}
