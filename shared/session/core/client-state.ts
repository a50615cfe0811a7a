import type { Quote } from '../../contract/market/types.ts';

type Details = Readonly<Record<string, unknown>>;

/** Something that screens share and a reset forgets: each is a constant of its own, so that what no screen uses shows. */
export interface Slot<Value> {
  readonly name: string;
  readonly initial: Value;
}
const slot = <Value>(name: string, initial: Value): Slot<Value> => ({ name, initial });

// Details not read here keep their server shape (S3-STATE-01…23).
export const USER_DETAILS = slot<Details | null>('userDetails', null);
export const EXPERT_DETAILS = slot<Details | null>('expertDetails', null);
export const SUBSCRIBED_PLAN = slot<Details | null>('subscribedPlan', null);
export const CHAT_PLAN = slot<{ readonly ends_at: string } | null>('chatPlan', null);
/** The campaign this site runs, as it was answered (S3-PLAN-05). */
export const CAMPAIGN = slot<{ readonly campaign_data: Details } | null>('campaign', null);
export const BILLING_DETAILS = slot<Details | null>('billingDetails', null);
export const BANK_DETAILS = slot<Details | null>('bankDetails', null);
export const NOTIFICATIONS = slot<readonly Details[]>('notifications', []);
export const UNREAD_COUNT = slot<number>('unreadCount', 0);
export const MARKET_LIST = slot<readonly string[]>('marketList', []);
export const LIVE_PRICES = slot<Readonly<Record<string, Quote>>>('livePrices', {});
export const MARKET_SEGMENT = slot<'equity' | 'options'>('marketSegment', 'equity');
export const ORDER_ID = slot<string | null>('orderId', null);
export const ORDER_TYPE = slot<string | null>('orderType', null);
export const SELECTED_ORDER = slot<Details | null>('selectedOrder', null);
export const CHAT_ROOM = slot<string | null>('chatRoom', null);
export const TYPING = slot<Details | null>('typing', null);
export const LAST_MESSAGE = slot<Details | null>('lastMessage', null);
export const CHAT_SESSION = slot<Details | null>('chatSession', null);
export const NEW_CHAT_REQUEST = slot<Details | null>('newChatRequest', null);
export const RECENT_USERS = slot<readonly Details[]>('recentUsers', []);
export const RISK_PROFILE_DONE = slot<boolean>('riskProfileDone', false);
export const PAYMENT_SUCCESS = slot<boolean>('paymentSuccess', false);
export const PLAN_STATUS = slot<string | null>('planStatus', null);
export const ACTIVE_PERIOD = slot<'1W' | '1M' | '3M' | '6M' | '1Y' | 'ALL'>('activePeriod', '1M');

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
