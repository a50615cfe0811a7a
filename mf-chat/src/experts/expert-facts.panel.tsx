import type { ChatExpert } from '@vimarsh/shared/contract/chat/types.ts';
import { AnswerTimeFact } from '@vimarsh/shared/ui/calls/answer-time.tsx';
import { HoursNote } from '../desk/hours-note.tsx';

/** How soon an expert answers, and when. The card stands before; the note for their absence is read before a request. */
export function ExpertFacts({ expert: { answer_time, desk } }: { expert: ChatExpert }) {
  return (
    <>
      {typeof answer_time?.minutes === 'number' && (
        <p>
          <AnswerTimeFact time={answer_time} />
        </p>
      )}
      {desk && <HoursNote desk={{ ...desk, note: '' }} />}
    </>
  );
}
