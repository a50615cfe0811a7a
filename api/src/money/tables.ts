import type { Place } from '@vimarsh/shared/contract/plans/place-of-supply.ts';
import type { RenewalStop } from '@vimarsh/shared/contract/plans/renewal-stops.ts';
import type { PayMethod, PlanOrder } from '@vimarsh/shared/contract/plans/types.ts';
import type { SoldPlan } from '@vimarsh/shared/domain/money/purchase.ts';
import { type ColumnType, type Generated, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../platform/platform.ts';
import type { Buyer, Supplier } from './billing/parties.types.ts';

export interface Credit {
  readonly order_id: string;
  readonly taxable: number;
  readonly gst: number;
}

/** `late`, `twice`, `amount`: of a payment that gave no plan. */
export type RefundReason = 'cancelled' | 'late' | 'twice' | 'amount';

/** `share_costs`: what partners’ shares cost; `shares_due`: what of that is not paid yet; `bank`: what pays it. */
export type BookAccount = 'provider' | 'fees' | 'gst' | 'refunds_due' | 'share_costs' | 'shares_due' | 'bank';

export interface MoneyTables {
  plan_offers: { site: string; plan: SoldPlan; days: number; price_paise: number };
  coupons: {
    code: string;
    site: string;
    percent: number;
    plan: SoldPlan | '';
    starts_at: Date;
    ends_at: Date;
    most_uses: number;
    approval: string;
    set_by: string;
    set_at: Date;
    withdrawn_at: Date | null;
  };
  plan_orders: {
    id: string;
    user_id: string;
    site: string;
    plan: SoldPlan;
    days: number;
    taxable_paise: number;
    gst_paise: number;
    credits: ColumnType<Credit[], string, never>;
    pay_paise: number;
    /** '' for none. */
    coupon: string;
    discount_paise: number;
    /** The place that the buyer named; '' of old orders. */
    place: Place | '';
    method: PayMethod;
    /** What was agreed to: one of the two, by the plan; '' is the other. */
    mitc_version: string;
    terms_version: ColumnType<string, string | undefined, never>;
    idempotency_key: string;
    state: PlanOrder['state'];
    payable: ColumnType<PlanOrder['payable'], string | null, string | null>;
    created_at: Date;
    /** Until when it can be paid, where it keeps the price of a coupon that is no more. */
    held_until: Date | null;
    decided_at: Date | null;
    /** When its last attempt was refused; it stays open. */
    refused_at: Date | null;
    starts_at: Date | null;
    ends_at: Date | null;
    /** From when its days count as used, where that is later than its start. */
    charged_from: Date | null;
    /** From when whole days are paused, until its buyer gives a PAN; null while it is there. */
    kyc_gate_from: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** Days by which its end was moved so far; null of plans that ask for no PAN. */
    kyc_paused_days: ColumnType<number | null, number | null | undefined, number | null>;
    ended: '' | 'upgraded' | 'cancelled';
    /** When its buyer was last told that it ends soon. */
    end_told_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** '' without one; its own id where it sets one up, another order's where the mandate of that pays it. */
    mandate: ColumnType<string, string | undefined, never>;
  };
  plan_mandates: {
    order_id: string;
    user_id: string;
    site: string;
    plan: SoldPlan;
    days: number;
    method: PayMethod;
    /** The most each time, with GST, and the words that were agreed to. */
    agreed_paise: number;
    words: string;
    agreed_at: Date;
    /** As the provider told: its name of it, '' before, and its limit. */
    bank_id: string;
    bank_paise: number;
    active_at: Date | null;
    stopped: RenewalStop | '';
    stopped_at: Date | null;
    revoked_at: Date | null;
  };
  plan_renewals: {
    after_order: string;
    mandate: string;
    ends_at: Date;
    pay_paise: number;
    charge_at: Date;
    announced_at: Date;
    mail: string;
  };
  plan_payments: { id: string; order_id: string; user_id: string; amount_paise: number; refunded_paise: number; received_at: Date };
  plan_refunds: {
    id: string;
    payment_id: string;
    order_id: string;
    user_id: string;
    amount_paise: number;
    reason: RefundReason;
    state: 'asked' | 'done';
    asked_at: Date;
    done_at: Date | null;
    /** The provider could not pay it back; it is owed all the same. */
    failed_at: Date | null;
    /** By which our own bank paid it instead, '' where it did not. */
    bank_reference: Generated<string>;
    /** The last digits of the account it was paid to. */
    bank_ends_with: Generated<string>;
  };
  plan_events: { id: string; event: string; outcome: string; received_at: Date };
  invoice_series: { kind: 'invoice' | 'credit_note'; year: string; last: number };
  invoices: {
    number: string;
    kind: 'invoice' | 'credit_note';
    order_id: string;
    user_id: string;
    site: string;
    about: string;
    taxable_paise: number;
    gst_paise: number;
    /** Of a hundred, and the code of the service. */
    rate: number;
    sac: string;
    issued_at: Date;
    supplier: ColumnType<Supplier, string, never>;
    buyer: ColumnType<Buyer, string, never>;
    place: Place;
  };
  billing_details: { user_id: string; name: string; address: string; state: Place; country: Generated<string>; gstin: string; updated_at: Date };
  bank_accounts: {
    user_id: string;
    holder: string;
    ifsc: string;
    /** Sealed for its owner's id. */
    number_sealed: Buffer;
    number_end: string;
    saved_at: Date;
    /** Its owner erased their account while a refund was owed. */
    erased: Generated<boolean>;
  };
  book_lines: { entry: string; line: number; account: BookAccount; paise: number; at: Date };
}
export type MoneyDb = Kysely<MoneyTables>;
export const moneyOf = (db: Database): MoneyDb => db;
export type OrderRow = Selectable<MoneyTables['plan_orders']>;
export type MandateRow = Selectable<MoneyTables['plan_mandates']>;

/** Whether an order asks its payer for a mandate, or is charged by one that another order made. */
export const makesMandate = ({ id, mandate }: Pick<OrderRow, 'id' | 'mandate'>): boolean => mandate === id;
export const isCharge = ({ id, mandate }: Pick<OrderRow, 'id' | 'mandate'>): boolean => mandate !== '' && mandate !== id;

/** Until the transaction ends nobody else changes what this person bought. */
export async function lockMoney(db: MoneyDb, user_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`money ${user_id}`}, 0))`.execute(db);
}
