import * as z from 'zod/mini';
import { id, lines, text } from '../text.ts';

export const EXPORT_SCOPES = ['person', 'room', 'period'] as const;
export const HOLD_KINDS = ['person', 'room'] as const;

/** A UTC instant. */
const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, 'Not a UTC instant'));

/** Why somebody asks: a letter of the regulator, a dispute. It stands in the audit. */
const reason = lines(500, 10);

/** `target`: the user id or the room; '' for a period, which has both instants. A person or a room may have them too. */
export const newExport = z.object({
  scope: z.enum(EXPORT_SCOPES),
  target: z.union([z.literal(''), id]),
  from: z.optional(z.nullable(instant)),
  until: z.optional(z.nullable(instant)),
  reason,
});

export const newHold = z.object({ kind: z.enum(HOLD_KINDS), target: id, reason });
export const liftedHold = z.object({ id, reason: text(500, 10) });

export const askedExport = z.object({
  id: z.string(),
  scope: z.enum(EXPORT_SCOPES),
  target: z.string(),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: z.string(),
  state: z.enum(['asked', 'approved', 'refused']),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** How many times its file was made to its end. */
  delivered: z.number(),
  /** The file that was begun last; null without one. An older server does not say. */
  made: z.optional(
    z.nullable(
      z.object({
        state: z.enum(['running', 'done', 'failed']),
        /** UTC instants. */
        begun_at: z.string(),
        ended_at: z.nullable(z.string()),
        file: z.string(),
        /** Of the whole zip: bytes, and SHA-256 in hexadecimal; 0 and '' until it is done. */
        bytes: z.number(),
        sha256: z.string(),
      }),
    ),
  ),
});
export type AskedExport = z.output<typeof askedExport>;

export const communicationHold = z.object({
  id: z.string(),
  kind: z.enum(HOLD_KINDS),
  target: z.string(),
  reason: z.string(),
  set_by: z.string(),
  set_at: z.string(),
  lifted_by: z.nullable(z.string()),
  lifted_at: z.nullable(z.string()),
  lift_reason: z.string(),
});
export type CommunicationHold = z.output<typeof communicationHold>;

/** Names of the admins and people whose numbers stand in the lists; those of closed accounts are missing. */
export const namedPeople = z.array(z.object({ user_id: z.string(), name: z.string() }));

/** A zip in base64. */
export const zippedFile = z.object({ file: z.string(), zip: z.string() });
