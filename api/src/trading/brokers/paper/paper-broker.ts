import { istDay, phaseAt, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { BROKER_RECOVERY } from '@vimarsh/shared/domain/trading/order/recovery.ts';
import { protectedPrice } from '@vimarsh/shared/domain/trading/ticket/protection.ts';
import type { Database, Platform } from '../../../platform/platform.ts';
import { closeOn, type OwnHours } from '../../engine/next-look.ts';
import type {
  BookLine,
  BrokerAnswer,
  BrokerHolding,
  BrokerPosition,
  ChangeAnswer,
  ChangedTerms,
  OrderBroker,
  OutgoingOrder,
  Submitted,
  TradingSession,
} from '../port.ts';
import { type PaperFault, type PaperOrderRow, type PaperTradeRow, paperTables } from './paper.tables.ts';
import { isTriggered, type PaperQuote, paperFill } from './paper-match.ts';

interface PaperDeps {
  readonly db: Database;
  transaction: Platform['transaction'];
  /** Market time, ms. */
  now(): number;
  /** The simulated book; null while there is no price. */
  quote(instrument: string): Promise<PaperQuote | null>;
  newId(): string;
  /** By how long an instrument trades on a day. */
  tradedHoursOf(instrument: string): OwnHours;
}

/** Paise that a new customer of the paper broker begins with. */
const CASH_PAISE = 10_00_000_00;
const PENDING_MS = 60_000;
/** Orders that one beat looks at. */
const BEAT_MOST = 500;
const NO_FUNDS = { code: 'FUNDS', broker_text: 'Insufficient funds' } as const;

/**
 * A broker that exists only here, on simulated prices: its books are its own tables, it fills by the simulated book, and does wrong on demand.
 * Law: nobody may trade virtually on real prices, so it is opened with a source that invents its own alone.
 */
export class PaperBroker implements OrderBroker {
  readonly takes = { types: ['MARKET', 'LIMIT', 'SL', 'SL-M'], products: ['CNC', 'MIS', 'NRML'], after_market: true, modify: true } as const;
  /** Nobody waits behind it but the demo: at ten, customers of a busy demo would be turned away for each other. */
  readonly perSecond = 100;
  readonly perDay = 5_000;
  readonly tagLength = 20;
  readonly recovery = BROKER_RECOVERY.paper;
  readonly #deps: PaperDeps;
  readonly #listeners: ((line: BookLine) => void)[] = [];
  /** The last order that a beat looked at. */
  #turn = '';

  constructor(deps: PaperDeps) {
    this.#deps = deps;
  }

  /** Called with what it says of its own accord, as a postback. */
  onWord(listener: (line: BookLine) => void): void {
    this.#listeners.push(listener);
  }

  /** Faults that the customer’s next orders meet. */
  async setFaults(client_id: string, faults: readonly PaperFault[]): Promise<void> {
    await this.#deps.transaction(async (tx) => {
      await openAccount(tx, client_id);
      await paperTables(tx)
        .updateTable('paper_accounts')
        .set({ faults: JSON.stringify(faults) as never })
        .where('client_id', '=', client_id)
        .execute();
    });
  }

  submit(session: TradingSession, out: OutgoingOrder): Promise<Submitted> {
    return this.#take(session, out, { onPage: false });
  }

  /** Takes an order that its customer has confirmed on the page, and tells what became of it as a postback. */
  async confirm(session: TradingSession, out: OutgoingOrder): Promise<void> {
    const taken = await this.#take(session, out, { onPage: true });
    if (taken.kind === 'accepted') await this.#tell(taken.broker_order_id);
  }

  async #take({ client_id }: TradingSession, out: OutgoingOrder, { onPage }: { readonly onPage: boolean }): Promise<Submitted> {
    const now = this.#deps.now();
    const quote = await this.#deps.quote(out.instrument);
    return this.#deps.transaction(async (tx): Promise<Submitted> => {
      const account = await openAccount(tx, client_id);
      // Two pages of one basket may be confirmed one after the other: its book shows a page's order once.
      if (onPage && (await isInBook(tx, client_id, out.tag))) return { kind: 'lost', why: 'its book has it', session_over: false };
      const [fault, ...faults] = account.faults;
      if (fault)
        await paperTables(tx)
          .updateTable('paper_accounts')
          .set({ faults: JSON.stringify(faults) as never })
          .where('client_id', '=', client_id)
          .execute();
      if (fault === 'never') return { kind: 'lost', why: 'it did not answer', session_over: false };
      if (fault === 'session') return { kind: 'not_sent', why: 'the session is over', session_over: true };
      const refusal = fault === 'refuse' ? NO_FUNDS : await this.#refusal(tx, client_id, out, quote);
      // What its customer has confirmed on the page stands in the book, refused or not.
      if (refusal && !onPage) return { kind: 'refused', ...refusal };
      const broker_order_id = this.#deps.newId();
      const row: PaperOrderRow = {
        broker_order_id,
        client_id,
        tag: out.tag,
        instrument: out.instrument,
        terms: { ...out, ...(fault === 'part' && { part: true }) },
        side: out.side,
        quantity: out.quantity,
        price: out.price,
        trigger: out.trigger,
        triggered: out.trigger === null,
        state: refusal ? 'rejected' : 'pending',
        code: refusal?.code ?? '',
        text: refusal?.broker_text ?? '',
        placed_at: new Date(now),
        rests_until: new Date(now + (fault === 'pending' ? PENDING_MS : 0)),
        day: istDay(new Date(now)),
      };
      await paperTables(tx)
        .insertInto('paper_orders')
        .values({ ...row, terms: JSON.stringify(row.terms) as never })
        .execute();
      return fault === 'lost' ? { kind: 'lost', why: 'it did not answer', session_over: false } : { kind: 'accepted', broker_order_id };
    });
  }

  async modify({ client_id }: TradingSession, broker_order_id: string, { quantity, price, trigger }: ChangedTerms): Promise<ChangeAnswer> {
    return this.#deps.transaction(async (tx): Promise<ChangeAnswer> => {
      const held = await aliveOrder(tx, client_id, broker_order_id);
      if (!held) return { kind: 'refused', code: 'OVER', broker_text: 'Order is not open' };
      if (quantity <= held.filled) return { kind: 'refused', code: 'OTHER', broker_text: 'Quantity is below what is traded' };
      await paperTables(tx)
        .updateTable('paper_orders')
        .set({ quantity, price, trigger, triggered: trigger === null || held.row.triggered })
        .where('broker_order_id', '=', broker_order_id)
        .execute();
      return { kind: 'accepted' };
    });
  }

  async cancel({ client_id }: TradingSession, broker_order_id: string): Promise<ChangeAnswer> {
    const done = await this.#deps.transaction(async (tx) => {
      const held = await aliveOrder(tx, client_id, broker_order_id);
      if (held) await end(tx, broker_order_id, 'cancelled');
      return held !== null;
    });
    if (!done) return { kind: 'refused', code: 'OVER', broker_text: 'Order is not open' };
    await this.#tell(broker_order_id);
    return { kind: 'accepted' };
  }

  async book({ client_id }: TradingSession): Promise<BrokerAnswer<readonly BookLine[]>> {
    const rows = await ordersOn(this.#deps.db, client_id, istDay(new Date(this.#deps.now())));
    return { kind: 'told', value: await linesOf(this.#deps.db, rows) };
  }

  async positions({ client_id }: TradingSession): Promise<BrokerAnswer<readonly BrokerPosition[]>> {
    const today = istDay(new Date(this.#deps.now()));
    const trades = (await tradesOf(this.#deps.db, client_id)).filter(({ terms, at }) => terms.product === 'NRML' || istDay(at) === today);
    const groups = Map.groupBy(trades, ({ terms }) => `${terms.instrument} ${terms.exchange} ${terms.product}`);
    return {
      kind: 'told',
      value: [...groups.values()].map((group) => ({
        ...netOf(group),
        instrument: group[0]!.terms.instrument,
        exchange: group[0]!.terms.exchange,
        product: group[0]!.terms.product,
      })),
    };
  }

  async holdings({ client_id }: TradingSession): Promise<BrokerAnswer<readonly BrokerHolding[]>> {
    const trades = (await tradesOf(this.#deps.db, client_id)).filter(({ terms }) => terms.product === 'CNC');
    const today = istDay(new Date(this.#deps.now()));
    const groups = [...Map.groupBy(trades, ({ terms }) => terms.instrument).values()];
    const held = groups.map((group) => {
      const { quantity, average } = netOf(group);
      const unsettled = Math.max(
        0,
        group.filter(({ at }) => istDay(at) === today).reduce((sum, trade) => sum + signed(trade), 0),
      );
      return { instrument: group[0]!.terms.instrument, exchange: group[0]!.terms.exchange, quantity, unsettled: Math.min(quantity, unsettled), average };
    });
    return { kind: 'told', value: held.filter(({ quantity }) => quantity > 0) };
  }

  async funds({ client_id }: TradingSession) {
    return { kind: 'told', value: await this.#funds(this.#deps.db, client_id) } as const;
  }

  /**
   * Lets the market go on: what is pending opens, what crosses the simulated book fills, and what is left when the session ends expires. An order
   * that can't be looked at keeps no other from its turn; the first error is thrown once all have had theirs.
   */
  async beat(): Promise<void> {
    const now = new Date(this.#deps.now());
    const quotes = new Map<string, Promise<PaperQuote | null>>();
    const quoteOf = (instrument: string): Promise<PaperQuote | null> => {
      const known = quotes.get(instrument) ?? this.#deps.quote(instrument);
      quotes.set(instrument, known);
      return known;
    };
    const errors: unknown[] = [];
    for (const order of await this.#nextAlive(now)) await this.#lookAt(order, now, quoteOf).catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }

  /** The next orders in turn: each beat goes on after the last one of the beat before, so that however many rest, each has its turn. */
  async #nextAlive(now: Date): Promise<PaperOrderRow[]> {
    const alive = () =>
      paperTables(this.#deps.db)
        .selectFrom('paper_orders')
        .selectAll()
        .where('state', 'in', ['pending', 'open'])
        .where('rests_until', '<=', now)
        .orderBy('broker_order_id');
    const ahead = await alive().where('broker_order_id', '>', this.#turn).limit(BEAT_MOST).execute();
    const left = BEAT_MOST - ahead.length;
    const again = left === 0 ? [] : await alive().where('broker_order_id', '<=', this.#turn).limit(left).execute();
    const next = [...ahead, ...again];
    this.#turn = next.at(-1)?.broker_order_id ?? '';
    return next;
  }

  async #lookAt(order: PaperOrderRow, now: Date, quoteOf: (instrument: string) => Promise<PaperQuote | null>): Promise<void> {
    const hours = this.#deps.tradedHoursOf(order.instrument);
    const close = closeOn(order.day, hours);
    const over = close !== null && order.placed_at < close && now >= close;
    if (over || istDay(now) > order.day) {
      // Placed after its close: it is for the next session.
      if (close === null || order.placed_at >= close) await this.#carryOver(order, now);
      else await this.#endAndTell(order.broker_order_id, 'expired');
      return;
    }
    if (!trades(now, hours)) return;
    const quote = await quoteOf(order.instrument);
    if (quote && mayMove(order, quote)) await this.#step(order, quote, now);
  }

  async #step(order: PaperOrderRow, quote: PaperQuote, now: Date): Promise<void> {
    const moved = await this.#deps.transaction(async (tx) => {
      const held = await aliveOrder(tx, order.client_id, order.broker_order_id);
      if (!held) return false;
      const { row, filled } = held;
      const triggered = isTriggered(row, quote);
      const opened = row.state === 'pending';
      if (opened || triggered !== row.triggered)
        await paperTables(tx).updateTable('paper_orders').set({ state: 'open', triggered }).where('broker_order_id', '=', row.broker_order_id).execute();
      const most = row.terms.part && filled === 0 ? Math.max(1, Math.floor(row.quantity * 0.4)) : row.terms.part ? 0 : row.quantity - filled;
      const fill = triggered && most > 0 ? paperFill({ ...row, worst_price: row.terms.worst_price, left: most }, quote) : null;
      if (!fill) {
        if (row.terms.validity === 'IOC' && !opened) await end(tx, row.broker_order_id, 'cancelled');
        return opened || (row.terms.validity === 'IOC' && !opened);
      }
      await paperTables(tx)
        .insertInto('paper_trades')
        .values({ broker_order_id: row.broker_order_id, n: held.trades + 1, ...fill, at: now })
        .execute();
      if (filled + fill.quantity === row.quantity) await end(tx, row.broker_order_id, 'complete');
      return true;
    });
    if (moved) await this.#tell(order.broker_order_id);
  }

  async #carryOver({ broker_order_id }: PaperOrderRow, now: Date): Promise<void> {
    if (phaseAt(now, false) !== 'continuous') return;
    await paperTables(this.#deps.db)
      .updateTable('paper_orders')
      .set({ day: istDay(now), placed_at: now })
      .where('broker_order_id', '=', broker_order_id)
      .execute();
  }

  async #endAndTell(broker_order_id: string, state: BookLine['state']): Promise<void> {
    await this.#deps.transaction((tx) => end(tx, broker_order_id, state));
    await this.#tell(broker_order_id);
  }

  async #tell(broker_order_id: string): Promise<void> {
    const rows = await paperTables(this.#deps.db).selectFrom('paper_orders').selectAll().where('broker_order_id', '=', broker_order_id).execute();
    for (const line of await linesOf(this.#deps.db, rows)) for (const listener of this.#listeners) listener(line);
  }

  async #refusal(tx: Database, client_id: string, out: OutgoingOrder, quote: PaperQuote | null): Promise<{ code: string; broker_text: string } | null> {
    if (!quote) return { code: 'CLOSED', broker_text: 'No market for this instrument' };
    if (out.side === 'sell' && out.product === 'CNC') {
      const held = (await tradesOf(tx, client_id))
        .filter(({ terms }) => terms.product === 'CNC' && terms.instrument === out.instrument)
        .reduce((sum, trade) => sum + signed(trade), 0);
      const promised = (await aliveRows(tx, client_id))
        .filter(({ side, instrument, terms }) => side === 'sell' && instrument === out.instrument && terms.product === 'CNC')
        .reduce((sum, { quantity }) => sum + quantity, 0);
      return out.quantity > held - promised ? { code: 'HOLDINGS', broker_text: 'Insufficient stock holding' } : null;
    }
    if (out.side === 'sell') return null;
    const value = Math.round((out.price ?? out.worst_price ?? protectedPrice('buy', quote.ask, 0.05)) * out.quantity * 100);
    const { available_paise } = await this.#funds(tx, client_id);
    return value > available_paise ? { code: 'FUNDS', broker_text: 'Insufficient funds' } : null;
  }

  async #funds(db: Database, client_id: string) {
    const account = await paperTables(db).selectFrom('paper_accounts').select('cash_paise').where('client_id', '=', client_id).executeTakeFirst();
    const total_paise = Number(account?.cash_paise ?? CASH_PAISE);
    const spent = (await tradesOf(db, client_id)).reduce((sum, trade) => sum + signed(trade) * Math.round(trade.price * 100), 0);
    const blocked = (await aliveRows(db, client_id)).reduce(
      (sum, { side, price, quantity }) => sum + (side === 'buy' && price !== null ? Math.round(price * 100) * quantity : 0),
      0,
    );
    const used_paise = Math.max(0, spent) + blocked;
    return { available_paise: total_paise - spent - blocked, used_paise, total_paise };
  }
}

/** Shares fill until those without futures close; options have hours of their own. */
function trades(now: Date, { option }: OwnHours): boolean {
  if (!option) return phaseAt(now, false) === 'continuous';
  const session = sessionOf(istDay(now), true);
  return session !== null && now >= session.open && now < session.optionsClose;
}

/** Whether anything can become of an order at a price; of most that rest nothing does, and they are not locked for it. */
const mayMove = (order: PaperOrderRow, quote: PaperQuote): boolean =>
  order.state === 'pending' ||
  order.terms.validity === 'IOC' ||
  isTriggered(order, quote) !== order.triggered ||
  paperFill({ ...order, worst_price: order.terms.worst_price, left: order.quantity }, quote) !== null;

interface Traded extends PaperTradeRow {
  readonly terms: OutgoingOrder;
}

const signed = ({ quantity, terms }: Traded): number => (terms.side === 'buy' ? quantity : -quantity);

/** A position by what was traded, at average cost. */
function netOf(trades: readonly Traded[]): { quantity: number; average: number; realised_paise: number } {
  let [quantity, average, realised] = [0, 0, 0];
  for (const trade of trades) {
    const change = signed(trade);
    const closes = quantity !== 0 && Math.sign(change) !== Math.sign(quantity) ? Math.min(Math.abs(change), Math.abs(quantity)) : 0;
    realised += closes * Math.sign(quantity) * (trade.price - average);
    const opens = Math.abs(change) - closes;
    const left = Math.abs(quantity) - closes;
    if (opens > 0) average = (average * left + trade.price * opens) / (left + opens);
    quantity += change;
    if (quantity === 0) average = 0;
  }
  return { quantity, average, realised_paise: Math.round(realised * 100) };
}

async function openAccount(tx: Database, client_id: string): Promise<{ faults: PaperFault[] }> {
  await paperTables(tx)
    .insertInto('paper_accounts')
    .values({ client_id, cash_paise: CASH_PAISE, faults: JSON.stringify([]) as never })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return paperTables(tx).selectFrom('paper_accounts').select('faults').where('client_id', '=', client_id).forUpdate().executeTakeFirstOrThrow();
}

const isInBook = async (tx: Database, client_id: string, tag: string): Promise<boolean> =>
  (await paperTables(tx)
    .selectFrom('paper_orders')
    .select('tag')
    .where((eb) => eb.and({ client_id, tag }))
    .limit(1)
    .executeTakeFirst()) !== undefined;

const ordersOn = (db: Database, client_id: string, day: string): Promise<PaperOrderRow[]> =>
  paperTables(db)
    .selectFrom('paper_orders')
    .selectAll()
    .where('client_id', '=', client_id)
    .where((eb) => eb.or([eb('day', '=', day), eb('state', 'in', ['pending', 'open'])]))
    .orderBy('placed_at')
    .execute();

const aliveRows = (db: Database, client_id: string): Promise<PaperOrderRow[]> =>
  paperTables(db).selectFrom('paper_orders').selectAll().where('client_id', '=', client_id).where('state', 'in', ['pending', 'open']).execute();

const tradesOf = (db: Database, client_id: string): Promise<Traded[]> =>
  paperTables(db)
    .selectFrom('paper_trades as trade')
    .innerJoin('paper_orders as order', 'order.broker_order_id', 'trade.broker_order_id')
    .select(['trade.broker_order_id', 'trade.n', 'trade.quantity', 'trade.price', 'trade.at', 'order.terms'])
    .where('order.client_id', '=', client_id)
    .orderBy('trade.at')
    .execute();

async function aliveOrder(tx: Database, client_id: string, broker_order_id: string): Promise<{ row: PaperOrderRow; filled: number; trades: number } | null> {
  const row = await paperTables(tx)
    .selectFrom('paper_orders')
    .selectAll()
    .where((eb) => eb.and({ client_id, broker_order_id }))
    .where('state', 'in', ['pending', 'open'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const trades = await paperTables(tx).selectFrom('paper_trades').select('quantity').where('broker_order_id', '=', broker_order_id).execute();
  return { row, trades: trades.length, filled: trades.reduce((sum, { quantity }) => sum + quantity, 0) };
}

async function end(tx: Database, broker_order_id: string, state: BookLine['state']): Promise<void> {
  await paperTables(tx).updateTable('paper_orders').set({ state }).where('broker_order_id', '=', broker_order_id).execute();
}

async function linesOf(db: Database, rows: readonly PaperOrderRow[]): Promise<BookLine[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ broker_order_id }) => broker_order_id);
  const trades = Map.groupBy(
    await paperTables(db).selectFrom('paper_trades').selectAll().where('broker_order_id', 'in', ids).execute(),
    ({ broker_order_id }) => broker_order_id,
  );
  return rows.map(({ broker_order_id, tag, instrument, side, quantity, price, trigger, state, code, text, placed_at }) => {
    const own = trades.get(broker_order_id) ?? [];
    const filled = own.reduce((sum, trade) => sum + trade.quantity, 0);
    const average = filled === 0 ? null : Math.round((100 * own.reduce((sum, trade) => sum + trade.quantity * trade.price, 0)) / filled) / 100;
    return {
      broker_order_id,
      tag,
      instrument,
      side,
      quantity,
      price,
      trigger,
      state,
      filled,
      average,
      code,
      broker_text: text,
      placed_at: placed_at.getTime(),
    };
  });
}
