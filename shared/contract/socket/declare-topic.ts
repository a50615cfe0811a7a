import type * as z from 'zod/mini';

type Schemas = Readonly<Record<string, z.ZodMiniType>>;

/** All that the platform knows of a topic. A topic has one declaration, in the contract of its resource. */
export interface TopicDeclaration {
  readonly name: string;
  /** Who may send its events and join its rooms; an `open` topic needs no bearer. */
  readonly access: 'open' | 'session';
  /** Client → server, each with an ack `{ ok, code?, text? }`. */
  readonly client: Schemas;
  /** Server → client. */
  readonly server: Schemas;
  /** How many events a second one socket may send to it, joins and leaves included. */
  readonly perSecond: number;
}

/** A topic whose news go to the members of a room: each of its events names the `room`. */
export interface RoomDeclaration extends TopicDeclaration {
  readonly server: Readonly<Record<string, z.ZodMiniType<{ room: string }>>>;
  /** How many rooms of it one socket may be in at once. */
  readonly roomsPerSocket: number;
  /**
   * The event that carries `seq`, which counts 1, 2, 3 … in each room without a hole, and how many of them are sent later to
   * those who missed them; who missed more loads anew. Its schema names `seq`. Null: members who were away load anew.
   */
  readonly sequence: { readonly event: string; readonly most: number } | null;
}

/** A topic's declaration, with the types of its events. */
export const declareTopic = <const D extends TopicDeclaration>(declaration: D): D => declaration;
