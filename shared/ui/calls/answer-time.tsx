import type { AnswerTime } from '../../contract/chat/answer-time-types.ts';
import { answerWords } from '../../domain/chat/answer-words.ts';
import { FIRST_ANSWERS_LEAST } from '../../domain/chat/first-answers.ts';
import { Computed } from '../floats/computed.tsx';

const HOW =
  'The time from the first message of each turn of an investor to the expert’s first message behind it, in all chats of the last 90 days. Half of the answers came within the median. Messages that were taken back and questions without an answer do not count. Hours of the night and of holidays do.';

/** How soon an expert answers in chats, from the record of messages, as a public fact that explains itself when it is pressed. */
export function AnswerTimeFact({ time: { minutes, answers, as_of } }: { time: AnswerTime }) {
  const explained = { label: 'Median time to the first answer', how: HOW, asOf: as_of };
  if (minutes === null)
    return (
      <span>
        <span>Time to the first answer</span>:{' '}
        <Computed
          {...explained}
          inputs={[
            ['Answers in 90 days', String(answers)],
            ['Needed', String(FIRST_ANSWERS_LEAST)],
          ]}
        >
          too few to say
        </Computed>
      </span>
    );
  return (
    <span>
      <span>First answer after</span>{' '}
      <Computed
        {...explained}
        inputs={[
          ['Answers in 90 days', String(answers)],
          ['Median, minutes', String(minutes)],
        ]}
      >
        {answerWords(minutes)}
      </Computed>
    </span>
  );
}
