import { readAnswerTime } from '@vimarsh/shared/contract/chat/answer-time.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { AnswerTimeFact } from '@vimarsh/shared/ui/calls/answer-time.tsx';
import { Fold } from '../fold.tsx';

/** How soon an expert answers investors in chats: a fact beside the record, and no part of it. A site without chat does not show it. */
export function Answering({ userId }: { userId: string }) {
  const { environment } = useSession();
  const isShown = environment?.isChatAvailable !== false;
  const { data } = useQuery(readAnswerTime, { params: { expert: userId } }, { shown: true, enabled: isShown, told: ['NOT_FOUND'] });
  if (!data || !isShown) return null;
  return (
    <Fold title="Answers in chats">
      <p>
        <AnswerTimeFact time={data} />
      </p>
    </Fold>
  );
}
