import { css } from '@emotion/react';
import { requestChat } from '@vimarsh/shared/contract/chat/routes.ts';
import { type ChatExpert, REQUEST_LENGTH, type RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { SCOPE_NOTE } from '@vimarsh/shared/domain/chat/limits.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Combobox, type ComboboxOption } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { TextArea, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useRef, useState } from 'react';
import { HoursNote } from '../desk/hours-note.tsx';

const formCss = css`
  display: grid;
  gap: var(--s-16);
`;
const noteCss = css`
  display: grid;
  gap: var(--s-4);
  color: var(--ink-2);
  font-size: var(--t-13);
`;

const TOPIC_SHORTEST = 3;
const TOPIC_LENGTH = 80;

interface Props {
  expert: ChatExpert;
  /** Chats that the plan has at a time. */
  places: number;
  onClose: () => void;
  onSent: (room: RecentChat) => void;
}

/** A request in few words: the expert decides by it. Before it is sent it says when they answer, what it takes and what comes next. */
export function RequestDialog({ expert: { user_id, full_name, desk }, places, onClose, onSent }: Props) {
  const session = useSessionApi();
  const { busy, send } = useRequest(requestChat);
  const [topic, setTopic] = useState('');
  const [symbol, setSymbol] = useState<ComboboxOption | null>(null);
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useFailure([topic, symbol?.value, text]);
  /** One number for one request, however often it is sent. */
  const [client_msg_id] = useState(() => crypto.randomUUID());
  const topicField = useRef<HTMLInputElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  const length = [...text.trim()].length;
  const topicProblem = topic.trim().length < TOPIC_SHORTEST ? `Write at least ${TOPIC_SHORTEST} characters` : '';
  const textProblem = length === 0 ? 'Field is required' : length > REQUEST_LENGTH ? `Write at most ${REQUEST_LENGTH} characters` : '';

  const ask = async (): Promise<void> => {
    setTried(true);
    if (topicProblem) return topicField.current?.focus();
    if (textProblem) return textField.current?.focus();
    setFailure('');
    const { data, validation } = await send({ body: { expert_id: user_id, topic, symbol: symbol?.value ?? null, text, client_msg_id } });
    if (data) onSent(data);
    else setFailure(validation || 'Nothing was sent. Check your connection and try again.');
  };
  const search = async (query: string): Promise<readonly ComboboxOption[]> => {
    const answer = await session.request(searchInstruments, { query: { search: query.slice(0, 40), limit: '12' } }, { quiet: true });
    if (!answer.data) throw new Error(answer.validation);
    return answer.data.map((stock) => ({ value: stock.symbol, label: stock.symbol, hint: stock.name }));
  };
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={`Request a chat with ${full_name}`}
      initialFocus={topicField}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button kind="primary" busy={busy} onClick={() => void ask()}>
            Send request
          </Button>
        </>
      }
    >
      <div css={formCss}>
        {desk && <HoursNote desk={desk} />}
        <TextField
          ref={topicField}
          label="Topic"
          placeholder="A call, a sector, a method"
          maxLength={TOPIC_LENGTH}
          value={topic}
          error={tried && topicProblem}
          onChange={(event) => setTopic(event.target.value)}
        />
        <Combobox label="Stock, if it is about one" value={symbol} onChange={setSymbol} load={search} placeholder="Name or symbol" />
        <TextArea
          ref={textField}
          label="Your question"
          rows={4}
          value={text}
          hint={`${formatNumber(Math.max(0, REQUEST_LENGTH - length))} characters left`}
          error={(tried || length > REQUEST_LENGTH) && textProblem}
          onChange={(event) => setText(event.target.value)}
        />
        <div css={noteCss}>
          <p>{SCOPE_NOTE}</p>
          <p>Nobody may tell you here what to buy or how much of your money to put in.</p>
          <p>
            <span>The expert decides within a day, and you get a notice.</span>{' '}
            <span>{places === 1 ? 'Until then the one chat of your plan is taken.' : `Until then it takes one of the ${places} chats of your plan.`}</span>
          </p>
        </div>
        <Failure why={failure} />
      </div>
    </Dialog>
  );
}
