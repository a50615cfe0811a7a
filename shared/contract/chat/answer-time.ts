import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id } from '../text.ts';
import { answerTime } from './answer-time-types.ts';

/** NOT_FOUND where nobody of this number answers chats. */
export const readAnswerTime = route({
  method: 'GET',
  path: '/chat/v1/experts/:expert/answer_time',
  summary: 'How soon an expert answers in chats: the median of the last 90 days, from the record of messages. A public fact.',
  access: 'open',
  params: z.object({ expert: id }),
  data: answerTime,
});
