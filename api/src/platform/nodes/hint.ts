import { SERVER_EVENTS } from '@vimarsh/shared/contract/socket/events.ts';
import * as z from 'zod/mini';

/** What one node tells the others about their sockets. */
const hint = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('send'), room: z.union([z.string(), z.array(z.string())]), event: z.keyof(z.object(SERVER_EVENTS)), payload: z.unknown() }),
  /** To the members of the room that the payload names. Its topic's schema is known where topics are opened. */
  z.object({ kind: z.literal('news'), topic: z.string(), event: z.string(), payload: z.looseObject({ room: z.string(), seq: z.optional(z.number()) }) }),
  /** A person is no member of the room any more. */
  z.object({ kind: z.literal('end'), topic: z.string(), room: z.string(), user_id: z.string() }),
  z.object({ kind: z.literal('disconnect'), room: z.string() }),
]);
export type Hint = z.output<typeof hint>;

/** A hint as it travels: the n-th of its node, counted from 1. */
const letter = z.object({ node: z.string(), n: z.number(), hint });
export type Letter = z.output<typeof letter>;

/** Reads what came from the other side; null for anything that is not a letter of ours, payload included. */
export function readLetter(text: unknown): Letter | null {
  try {
    const read = z.safeParse(letter, JSON.parse(String(text)));
    if (!read.success) return null;
    const { hint: told } = read.data;
    return told.kind !== 'send' || z.safeParse(SERVER_EVENTS[told.event], told.payload).success ? read.data : null;
  } catch {
    return null;
  }
}

/** Carries hints to the other nodes, each once and in order. Never fails and never waits: what can't leave now leaves later. */
export interface Relay {
  publish(hint: Hint): void;
}
