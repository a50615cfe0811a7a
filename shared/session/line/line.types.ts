import type * as z from 'zod/mini';
import type { CLIENT_EVENTS, SERVER_EVENTS } from '../../contract/socket/events.ts';
import type { NewsOf, Topic } from '../../contract/socket/topics.ts';

type ClientEvents = { [E in keyof typeof CLIENT_EVENTS]: z.output<(typeof CLIENT_EVENTS)[E]> };
export type ServerEvents = { [E in keyof typeof SERVER_EVENTS]: z.output<(typeof SERVER_EVENTS)[E]> };

/** The server's answer to an event. */
export interface LineAnswer {
  readonly ok: boolean;
  readonly code?: string;
  readonly text?: string;
  /** Seconds until it may help to send it again. */
  readonly retry_after?: number;
}

/** The page's one line to the server, whatever the topic. */
export interface Line {
  /** Follows a topic until the way back is called. */
  subscribe<T extends Topic>(topic: T, listener: (news: NewsOf<T>) => void): () => void;
}

/** What the topics share of the line. */
export interface Wire {
  /** Up at this moment. */
  connected(): boolean;
  send<E extends keyof ClientEvents>(event: E, payload: ClientEvents[E], answered?: (answer: LineAnswer) => void): void;
  /** An event that its topic declares. */
  say(event: string, payload: unknown): void;
  /** What the server says, when it keeps the contract. */
  hear<E extends keyof ServerEvents>(event: E, listener: (payload: ServerEvents[E]) => void): void;
  /** The same for an event that its topic declares. */
  listen<S extends z.ZodMiniType>(event: string, schema: S, listener: (payload: z.output<S>) => void): void;
  /** Somebody came or went: the line is opened, told or closed once for all changes of one turn. */
  changed(): void;
  /** What was asked for in the line's stead was answered, or (false) was not, or not in time. */
  answered(came: boolean): void;
}

/** One topic on the line. */
export interface TopicChannel<T extends Topic> {
  subscribe(topic: T, listener: (news: NewsOf<T>) => void): () => void;
  /** Whether somebody waits for news of it. */
  needed(): boolean;
  /** Those who follow it changed. */
  settle?(): void;
  /** The line is up, after a time without it or for the first time. */
  up?(afterGap: boolean): void;
  /** The line is away and will try again. */
  away?(): void;
  /** After its last attempt the line does not try again by itself. */
  gaveUp?(): void;
  /** The line is closed: nobody needs it, or the session is over. */
  closed?(): void;
}
