import type * as z from 'zod/mini';
import type { Quote } from '../market/types.ts';
import type { RoomDeclaration } from './declare-topic.ts';

/** What a page can follow over its one socket. */
export type Topic = PageTopic | RoomTopic;

/** A topic for the whole page. */
export type PageTopic =
  /** Live quotes, of up to 200 symbols on the whole page. */
  | { readonly topic: 'prices'; readonly symbols: readonly string[] }
  /** The calls that the signed-in user may see. */
  | { readonly topic: 'calls' }
  /** The signed-in user’s notices. */
  | { readonly topic: 'notices' };

/** One room of a topic that brings its own declaration, so that a new one needs no line here. `have`: the last number of its sequence the page has. */
export interface RoomTopic<D extends RoomDeclaration = RoomDeclaration> {
  readonly topic: 'room';
  readonly of: D;
  readonly room: string;
  readonly have?: number;
  /** Learns whether the line carries this room. */
  readonly onLine?: (line: RoomLine<D>) => void;
}

/**
 * `joined`: the page is a member until the next word, and may send the topic's own events. `away`: the line is lost and tries again.
 * `gone`: it has given up; following the room anew tries once more.
 */
export type RoomLine<D extends RoomDeclaration = RoomDeclaration> =
  | { readonly state: 'joined'; readonly say: <E extends keyof D['client'] & string>(event: E, payload: z.input<D['client'][E]>) => void }
  | { readonly state: 'away' | 'gone' };

/**
 * An event of the room; why the page is no member; or null: it is one, and has to load the room (anew). What the page loads may hold
 * numbers of the sequence that come as events, too: keep one of each number.
 */
type RoomNews<D extends RoomDeclaration> =
  | { [E in keyof D['server'] & string]: { readonly event: E; readonly payload: z.output<D['server'][E]> } }[keyof D['server'] & string]
  | { readonly event: 'refused'; readonly code: string; readonly text: string }
  | null;

/** What somebody who follows a topic hears. */
export interface News {
  /** First a snapshot, then what changed, at most once a second. */
  readonly prices: readonly Quote[];
  /** A call that changed: read it again. Null after a gap, in which any may have. */
  readonly calls: { readonly id: string; readonly status: string } | null;
  /** There is a new one: read on from the latest you know. Null after a gap, in which there may be. */
  readonly notices: Readonly<Record<never, never>> | null;
}

export type NewsOf<T extends Topic> = T extends RoomTopic<infer D> ? RoomNews<D> : T extends PageTopic ? News[T['topic']] : never;
