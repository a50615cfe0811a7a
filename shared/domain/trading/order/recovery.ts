/** How an order is found again at a broker after its answer was lost. Sentences stand in `docs/trading.md`. */
export interface BrokerRecovery {
  /** The broker answers for an id of ours, so it is asked at once; without that, the order is looked for in the book. */
  readonly at_once: boolean;
  readonly broker: string;
  /** Field of the broker that takes our id. */
  readonly field: string;
  readonly how: string;
  readonly within: string;
  /** What stays open until the book of the day is final. */
  readonly limits: string;
}

const READINGS = '1 to 10 seconds, by the readings of the book; its owner is asked after 60';

/** Brokers with an adapter, by its name. */
export const BROKER_RECOVERY = {
  dhan: {
    at_once: true,
    broker: 'Dhan (v2)',
    field: '`correlationId`, 30 signs',
    how: '`GET /v2/orders/external/{correlation-id}`, and by the same id in `GET /v2/orders`',
    within: `at once; where that call fails or finds nothing, ${READINGS}`,
    limits: 'An order that is not found may still be on its way to the broker’s own book.',
  },
  kite: {
    at_once: false,
    broker: 'Zerodha (Kite Connect 3)',
    field: '`tag`, 20 letters and digits',
    how: 'by `tag` in `GET /orders`; there is no call by tag',
    within: READINGS,
    limits: 'The broker does not keep tags unique. Orders without one are told apart by share, side, quantity and time alone.',
  },
  noren: {
    at_once: false,
    broker: 'Noren (Shoonya, Zebu and others)',
    field: '`remarks`, free text',
    how: 'by `remarks` in `OrderBook`; there is no call by remarks',
    within: READINGS,
    limits: 'A broker may drop the remarks: then share, side, quantity and time decide, and two that look alike are left to the owner.',
  },
  paper: {
    at_once: false,
    broker: 'Paper broker',
    field: 'its own',
    how: 'by our id in its book',
    within: READINGS,
    limits: 'None: its book is a table of this server.',
  },
} as const satisfies Readonly<Record<string, BrokerRecovery>>;
