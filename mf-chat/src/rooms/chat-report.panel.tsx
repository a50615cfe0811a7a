import { css } from '@emotion/react';
import { CHAT_REPORT_NOTE, CHAT_REPORT_REASONS, listChatReports, reportChat } from '@vimarsh/shared/contract/chat/cases.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { ReportForm } from '../reports/report-form.tsx';
import { CASE_WORDS, CHAT_REPORT_WORDS } from './report-words.ts';

const listCss = css`
  display: grid;
  gap: var(--s-4);
  margin: 0;
  padding: var(--s-8) var(--s-12);
  border: 1px solid var(--line);
  border-radius: var(--r-6);
  font-size: var(--t-13);
  list-style: none;
  font-variant-numeric: tabular-nums;
`;

interface Props {
  room: string;
  /** The number of a message; null for the whole chat. */
  message: number | null;
  onClose: () => void;
}

/** A report, and what became of earlier ones about this chat. */
export function ChatReportDialog({ room, message, onClose }: Props) {
  const { data, refetch } = useQuery(listChatReports, { query: { room } }, { fresh: 0 });
  const { busy, send } = useRequest(reportChat);
  const made = data?.reports ?? [];
  return (
    <ReportForm
      title={message === null ? 'Report this chat' : 'Report this message'}
      reasons={CHAT_REPORT_REASONS}
      words={CHAT_REPORT_WORDS}
      first="abuse"
      noteLength={CHAT_REPORT_NOTE}
      hint="A moderator may read this chat for the report. You are both told when the case is closed."
      busy={busy}
      isMade={made.some((each) => each.message === message)}
      onSend={(reason, note) => send({ body: { room, message, reason, note } })}
      onSent={refetch}
      onClose={onClose}
    >
      {made.length > 0 && (
        <ul css={listCss} aria-label="Your reports about this chat" role="status">
          {made.map(({ report, message, reason, state, at, due_at, closed_at }) => (
            <li key={report}>
              <strong>{CASE_WORDS[state]}</strong>
              <span> · {message === null ? 'The chat' : 'A message'}</span>
              <span> · {CHAT_REPORT_WORDS[reason]}</span>
              <span> · {formatIst(closed_at ?? at)}</span>
              {state === 'open' && <p>{`Decided by ${formatIst(due_at)}.`}</p>}
            </li>
          ))}
        </ul>
      )}
    </ReportForm>
  );
}
