import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id } from '../text.ts';
import { ownHours, shownHours } from './hours-types.ts';

export { AWAY_NOTE_LENGTH, type OwnHours, type ShownHours, type WeekHours } from './hours-types.ts';

export const readOwnHours = route({
  method: 'GET',
  path: '/chat/v1/desk/hours',
  summary: 'The calling expert’s hours of the week, whether they are away, and what investors read then.',
  access: 'expert',
  data: ownHours,
});

/** MESSAGE_BLOCKED by the guard of texts, as a message of the same words. */
export const saveOwnHours = route({
  method: 'POST',
  path: '/chat/v1/desk/hours',
  summary: 'Set the hours of the week, in IST, and the note for when nobody answers. No message is ever sent by it.',
  access: 'expert',
  body: ownHours,
  data: ownHours,
});

/** NOT_FOUND where nobody of this number answers chats. */
export const readExpertHours = route({
  method: 'GET',
  path: '/chat/v1/experts/:expert/hours',
  summary: 'When an expert answers chats, and their note while they do not.',
  access: 'session',
  params: z.object({ expert: id }),
  data: shownHours,
});
