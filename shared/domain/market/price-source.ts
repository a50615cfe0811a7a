/** Where a bar is from: an exchange's file, or a segment of this site's feed that can be had again under its name. */
export interface PriceSource {
  readonly kind: 'file' | 'segment';
  readonly name: string;
  /** Of the file's bytes, or of the segment's text. */
  readonly sha256: string;
  /** Of a file: symbol and series of the row, where it is not the stock's own in the series EQ. */
  readonly row?: string;
}

/** Address of the stretch of the feed that the record names as the source of a price bar (docs/record-format.md). */
export const priceSegment = (name: string): string => `/.well-known/vimarsh-prices/${name.split('/').map(encodeURIComponent).join('/')}.json`;
