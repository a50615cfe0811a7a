import { type Drafts, openDrafts } from '@vimarsh/shared/kit/drafts.ts';
import * as z from 'zod/mini';

const draftShape = z.object({ body: z.string(), saved_at: z.number() });

/** What is typed in a room and not sent, kept on this device. */
export const draftsOf = (room: string): Drafts<z.output<typeof draftShape>> => openDrafts(`chat-draft.${room}`, draftShape);
