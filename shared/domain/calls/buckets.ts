/** A bucket: values from `from` up to, but not including, the next bucket's. */
export interface Bucket {
  readonly key: string;
  readonly label: string;
  readonly from: number;
}

export const bucket = (key: string, label: string, from: number): Bucket => ({ key, label, from });

/** The bucket of a value; null without a value. */
export const bucketOf = (buckets: readonly Bucket[], value: number | null): Bucket | null =>
  value === null ? null : (buckets.findLast(({ from }) => value >= from) ?? null);
