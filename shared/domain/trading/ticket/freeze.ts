/**
 * Most shares of a contract that the exchange takes in one order, dated rows by underlying: NSE and BSE change them with the lots. A contract
 * without a row has no limit here, and the exchange's own refusal says so.
 */
const FREEZE: readonly { readonly from: string; readonly most: Readonly<Record<string, number>> }[] = [
  { from: '2025-01-01', most: { NIFTY: 1_800, BANKNIFTY: 600, FINNIFTY: 1_200, MIDCPNIFTY: 2_800, NIFTYNXT50: 600, SENSEX: 1_000, BANKEX: 900 } },
  { from: '2026-05-29', most: { NIFTY: 1_800, BANKNIFTY: 900, FINNIFTY: 1_800, MIDCPNIFTY: 2_800, NIFTYNXT50: 600, SENSEX: 1_000, BANKEX: 900 } },
];

/** The freeze quantity of an underlying's contracts on an IST day, shares; null where none is known. */
export const freezeOf = (underlying: string, day: string): number | null => FREEZE.findLast(({ from }) => from <= day)?.most[underlying] ?? null;
