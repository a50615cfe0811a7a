import type { Shop } from './shop.ts';

interface Sweep<Row> {
  /** The next rows in order of their key, after one; at most `most` of them. */
  readonly page: (after: string, most: number) => Promise<Row[]>;
  readonly key: (row: Row) => string;
  readonly each: (row: Row) => Promise<unknown>;
  /** Said in the log of a row that failed. A key goes with it: the name of an order or a refund, never of a person. */
  readonly failed: string;
  readonly named?: boolean;
  readonly most?: number;
}

/** Does something for every row, page by page. One that fails is told in the log and waits for the next run; those behind it don't. */
export async function sweep<Row>({ platform }: Pick<Shop, 'platform'>, { page, key, each, failed, named = true, most = 500 }: Sweep<Row>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await page(after, most);
    for (const row of rows) await each(row).catch((error) => platform.log.warn({ err: error, ...(named && { row: key(row) }) }, failed));
    if (rows.length < most) return;
    after = key(rows.at(-1)!);
  }
}
