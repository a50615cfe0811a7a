import type { Place } from '@vimarsh/shared/contract/plans/place-of-supply.ts';
import type { BillingDetails } from '@vimarsh/shared/contract/plans/types.ts';

/** Who bills: the registered entity, as its invoices name it. Its state is where its GST number says. */
export interface Supplier {
  readonly name: string;
  readonly address: string;
  readonly gstin: string;
}
/** Who is billed. No name and no number: a customer who is not registered for GST. */
export type Buyer = Pick<BillingDetails, 'name' | 'address' | 'gstin'> & {
  /** Outside India; left out of invoices before there were any. */
  readonly country?: string;
};

/** What an invoice says besides its sums, as it was on the day. */
export interface Parties {
  readonly supplier: Supplier;
  readonly buyer: Buyer;
  /** Place of supply: where the customer is. Orders of old name none, and are billed where the supplier is (IGST Act, 12(2)). */
  readonly place: Place;
}
