import { happeningOf, toldFirst } from './fanout.store.ts';
import type { NoticeSource } from './source.ts';
import type { NoticeDatabase, NoticeEventRow } from './tables.ts';

/** Who of these may be told what happened, by what they may read now. Who was told of a thing hears how it goes on, though their plan has ended. */
export async function mayHear(db: NoticeDatabase, source: NoticeSource, event: NoticeEventRow, user_ids: readonly string[]): Promise<Set<string>> {
  const may = new Set(await source.readers(happeningOf(event), user_ids));
  if (!event.first) for (const user_id of await toldFirst(db, event.about, user_ids)) may.add(user_id);
  return may;
}
