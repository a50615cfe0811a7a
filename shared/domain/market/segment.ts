/** What a segment of a feed by the second holds. */
export interface PriceSegment {
  readonly symbol: string;
  /** IST */
  readonly day: string;
  /** The open of the session. */
  readonly from: Date;
  /** ₹, the last of each second from the open on. */
  readonly prices: Float64Array;
}

/** A segment as docs/record-format.md hashes it: canonical JSON (RFC 8785), whose numbers are printed as here. */
export const segmentText = ({ symbol, day, from, prices }: PriceSegment): string =>
  `{"day":"${day}","from":"${from.toISOString()}","prices":[${prices.join(',')}],"step":1,"symbol":${JSON.stringify(symbol)}}`;
