import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id } from '../text.ts';
import { askedExport, communicationHold, liftedHold, namedPeople, newExport, newHold, zippedFile } from './types.ts';

/** `as=zip`: the zip itself, for programs. */
const query = z.object({ as: z.optional(z.enum(['zip'])) });

export const listCommunicationExports = route({
  method: 'GET',
  path: '/admin/v1/communications',
  summary: 'The latest exports that were asked for, and the holds that stand or were lifted last; 100 of each at most.',
  access: 'admin',
  data: z.object({ exports: z.array(askedExport), holds: z.array(communicationHold), /** An older server does not say. */ people: z.optional(namedPeople) }),
});

/** NOT_FOUND for an unknown person or room; BAD_REQUEST in words beyond the size of one file. */
export const askCommunicationExport = route({
  method: 'POST',
  path: '/admin/v1/communications/exports',
  summary: 'Ask for everything that a person, a room or a period wrote and was written. Nothing is given out until another admin approves.',
  access: 'admin',
  body: newExport,
  data: askedExport,
});

/** FORBIDDEN to who asked. BAD_REQUEST where it was decided. */
export const decideCommunicationExport = route({
  method: 'POST',
  path: '/admin/v1/communications/exports/decide',
  summary: 'Approve or refuse an export that another admin asked for.',
  access: 'admin',
  body: z.object({ id, approve: z.boolean() }),
  data: askedExport,
});

/** FORBIDDEN to everybody but who asked for it, until another admin approved, and a week after that. */
export const downloadCommunicationExport = route({
  method: 'GET',
  path: '/admin/v1/communications/exports/:id/file',
  summary: 'An approved export as a zip with JSON, mails and PDFs, its chains of hashes and a manifest that the ledger’s key has signed.',
  access: 'admin',
  params: z.object({ id }),
  query,
  data: zippedFile,
});

export const holdCommunications = route({
  method: 'POST',
  path: '/admin/v1/communications/holds',
  summary: 'Keep everything of a person, or one room, whatever its age, until the hold is lifted.',
  access: 'admin',
  body: newHold,
  data: communicationHold,
});

/** FORBIDDEN to who set it. BAD_REQUEST where it was lifted. */
export const liftCommunicationHold = route({
  method: 'POST',
  path: '/admin/v1/communications/holds/lift',
  summary: 'Lift a hold that another admin set, with a reason.',
  access: 'admin',
  body: liftedHold,
  data: communicationHold,
});

export const downloadOwnCommunications = route({
  method: 'GET',
  path: '/auth/v1/communications',
  summary: 'Everything an expert wrote and was written in their rooms, below their posts and by our desk, as a zip like that of an export.',
  access: 'expert',
  query,
  data: zippedFile,
});

/** NOT_FOUND for rooms of others. */
export const downloadRoomRecord = route({
  method: 'GET',
  path: '/chat/v1/rooms/:room/record',
  summary: 'A room of the caller as text and PDF with its chain of hashes, as a zip that can be checked without us.',
  access: 'session',
  params: z.object({ room: id }),
  query,
  data: zippedFile,
});
