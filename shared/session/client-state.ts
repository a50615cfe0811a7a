import type { Quote } from '../contract/market.contract.ts';

type Details = Readonly<Record<string, unknown>>;

/** Everything that screens share and a reset forgets (S3-STATE-01…23). Details not read here keep their server shape. */
export interface ClientState {
  userDetails: Details | null;
  expertDetails: Details | null;
  subscribedPlan: Details | null;
  chatPlan: { readonly ends_at: string } | null;
  billingDetails: Details | null;
  bankDetails: Details | null;
  notifications: readonly Details[];
  unreadCount: number;
  marketList: readonly string[];
  livePrices: Readonly<Record<string, Quote>>;
  marketSegment: 'equity' | 'options';
  orderId: string | null;
  orderType: string | null;
  selectedOrder: Details | null;
  chatRoom: string | null;
  typing: Details | null;
  lastMessage: Details | null;
  chatSession: Details | null;
  newChatRequest: Details | null;
  recentUsers: readonly Details[];
  riskProfileDone: boolean;
  paymentSuccess: boolean;
  planStatus: string | null;
  activePeriod: '1W' | '1M' | '3M' | '6M' | '1Y' | 'ALL';
}

export const CLIENT_STATE_DEFAULTS: Readonly<ClientState> = Object.freeze({
  userDetails: null,
  expertDetails: null,
  subscribedPlan: null,
  chatPlan: null,
  billingDetails: null,
  bankDetails: null,
  notifications: [],
  unreadCount: 0,
  marketList: [],
  livePrices: {},
  marketSegment: 'equity',
  orderId: null,
  orderType: null,
  selectedOrder: null,
  chatRoom: null,
  typing: null,
  lastMessage: null,
  chatSession: null,
  newChatRequest: null,
  recentUsers: [],
  riskProfileDone: false,
  paymentSuccess: false,
  planStatus: null,
  activePeriod: '1M',
});

export interface ClientStateStore {
  get(): Readonly<ClientState>;
  set<K extends keyof ClientState>(slot: K, value: ClientState[K]): void;
  /** Back to the defaults (S3-STATE-24). */
  reset(): void;
}

export function createClientState(changed: () => void): ClientStateStore {
  let state = CLIENT_STATE_DEFAULTS;
  const become = (next: Readonly<ClientState>) => {
    state = next;
    changed();
  };
  return {
    get: () => state,
    set: (slot, value) => become(Object.freeze({ ...state, [slot]: value })),
    reset: () => become(CLIENT_STATE_DEFAULTS),
  };
}
