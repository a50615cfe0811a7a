import { type Drafts, openDrafts } from '@vimarsh/shared/kit/drafts.ts';
import * as z from 'zod/mini';

const draftShape = z.object({
  body: z.string(),
  saved_at: z.number(),
  /** The number it was sent with. It stands here until the device or the server has the message. */
  client_msg_id: z.optional(z.string()),
});

/** What is typed in a room and not sent, kept on this device. */
export const draftsOf = (room: string): Drafts<z.output<typeof draftShape>> => openDrafts(`chat-draft.${room}`, draftShape);
