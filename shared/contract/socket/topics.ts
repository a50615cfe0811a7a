import type { Quote } from '../market/types.ts';

/** What a page can follow over its one socket. A further topic is a line here, one in `News` and a channel in `session/line`. */
export type Topic =
  /** Live quotes, of up to 200 symbols on the whole page. */
  | { readonly topic: 'prices'; readonly symbols: readonly string[] }
  /** The calls that the signed-in user may see. */
  | { readonly topic: 'calls' }
  /** The signed-in user’s notices. */
  | { readonly topic: 'notices' };

/** What somebody who follows a topic hears. */
export interface News {
  /** First a snapshot, then what changed, at most once a second. */
  readonly prices: readonly Quote[];
  /** A call that changed: read it again. Null after a gap, in which any may have. */
  readonly calls: { readonly id: string; readonly status: string } | null;
  /** There is a new one: read on from the latest you know. Null after a gap, in which there may be. */
  readonly notices: Readonly<Record<never, never>> | null;
}

export type NewsOf<T extends Topic> = News[T['topic']];
