import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, lines } from '../text.ts';

/** Short answers that one expert keeps. */
export const READY_ANSWERS_MOST = 20;
/** Characters of one. */
export const READY_ANSWER_LENGTH = 500;

export const readyAnswer = z.object({ id: z.string(), body: z.string(), changed_at: z.string() });
export type ReadyAnswer = z.output<typeof readyAnswer>;
const readyAnswers = z.object({ answers: z.array(readyAnswer) });

export const listReadyAnswers = route({
  method: 'GET',
  path: '/chat/v1/desk/answers',
  summary: 'The short answers that the calling expert keeps to use again, in the order in which they were made.',
  access: 'expert',
  data: readyAnswers,
});

/** MESSAGE_BLOCKED by the guard of texts, as a message of the same words; CHAT_ANSWERS beyond 20. */
export const saveReadyAnswer = route({
  method: 'POST',
  path: '/chat/v1/desk/answers',
  summary: 'Keep a short answer, or change the one with this id. Answers all of them.',
  access: 'expert',
  body: z.object({ answer: id, body: lines(READY_ANSWER_LENGTH, 1) }),
  data: readyAnswers,
});

export const dropReadyAnswer = route({
  method: 'POST',
  path: '/chat/v1/desk/answers/drop',
  summary: 'Keep a short answer no longer. Messages that were sent with it stay as they are. Answers those that are left.',
  access: 'expert',
  body: z.object({ answer: id }),
  data: readyAnswers,
});
