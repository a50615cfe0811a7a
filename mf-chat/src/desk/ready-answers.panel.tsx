import { css } from '@emotion/react';
import {
  dropReadyAnswer,
  listReadyAnswers,
  READY_ANSWER_LENGTH,
  READY_ANSWERS_MOST,
  type ReadyAnswer,
  saveReadyAnswer,
} from '@vimarsh/shared/contract/chat/desk.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { TextArea, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';

const bodyCss = css`
  display: grid;
  gap: var(--s-12);
`;
const listCss = css`
  display: grid;
  margin: 0;
  padding: 0;
  border: 1px solid var(--line);
  border-radius: var(--r-6);
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    align-items: center;
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
`;
const takeCss = css`
  min-height: 44px;
  padding: var(--s-8) var(--s-12);
  border: 0;
  background: none;
  color: var(--ink);
  font: inherit;
  text-align: start;
  white-space: pre-line;
  overflow-wrap: anywhere;
  cursor: pointer;
  &:hover {
    background: var(--canvas);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;
const noteCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

interface Props {
  /** Null where they are only looked after: nothing is written to. */
  onTake: ((text: string) => void) | null;
  onClose: () => void;
  /** Where the eyes go back to. */
  field?: RefObject<HTMLTextAreaElement | null>;
}

/** An expert's short answers: chosen into the field, where they are read once more before they are sent, and kept. */
export function ReadyAnswersDialog({ onTake, onClose, field }: Props) {
  const { data, error, refetch } = useQuery(listReadyAnswers, {}, { fresh: 0 });
  const [newest, setNewest] = useState<readonly ReadyAnswer[] | null>(null);
  const [edited, setEdited] = useState<ReadyAnswer | null>(null);
  const answers = newest ?? data?.answers;
  if (edited)
    return (
      <Edit
        answer={edited}
        onClose={() => setEdited(null)}
        onSaved={(all) => {
          setNewest(all);
          setEdited(null);
        }}
      />
    );
  const write = (): void => setEdited({ id: crypto.randomUUID(), body: '', changed_at: '' });
  return (
    <Dialog
      open
      onClose={() => {
        onClose();
        field?.current?.focus();
      }}
      title="Ready answers"
      footer={
        <Button kind={answers?.length === 0 ? 'primary' : 'quiet'} onClick={write} disabled={!answers || answers.length >= READY_ANSWERS_MOST}>
          New answer
        </Button>
      }
    >
      <div css={bodyCss}>
        {answers ? (
          <Choices answers={answers} onTake={onTake} onEdit={setEdited} onLeft={setNewest} />
        ) : error ? (
          <ErrorState what="your ready answers" error={error} onRetry={refetch} />
        ) : (
          <SkeletonRows rows={3} height={44} />
        )}
      </div>
    </Dialog>
  );
}

interface ChoicesProps extends Pick<Props, 'onTake'> {
  answers: readonly ReadyAnswer[];
  onEdit: (answer: ReadyAnswer) => void;
  onLeft: (answers: readonly ReadyAnswer[]) => void;
}

function Choices({ answers, onTake, onEdit, onLeft }: ChoicesProps) {
  const { busy, send } = useRequest(dropReadyAnswer);
  const [words, setWords] = useState('');
  const [failure, setFailure] = useFailure([answers]);
  const shown = answers.filter(({ body }) => body.toLowerCase().includes(words.trim().toLowerCase()));
  const drop = async (id: string): Promise<void> => {
    const { data, validation } = await send({ body: { answer: id } });
    if (data) onLeft(data.answers);
    else setFailure(validation || 'Nothing was deleted. Check your connection and try again.');
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && onTake && shown[0]) {
      event.preventDefault();
      onTake(shown[0].body);
    }
  };
  if (answers.length === 0)
    return <p css={noteCss}>Keep what you often write, and put it into a message by two presses. It is yours alone until you send it.</p>;
  return (
    <>
      <TextField
        label="Search your answers"
        labelHidden
        type="search"
        placeholder={onTake ? 'Search, Enter takes the first' : 'Search'}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKey}
      />
      {shown.length === 0 ? (
        <p css={noteCss}>No answer has these words.</p>
      ) : (
        <ul css={listCss} aria-label="Ready answers">
          {shown.map((answer, at) => (
            <li key={answer.id}>
              <button type="button" css={takeCss} translate="no" onClick={() => (onTake ? onTake(answer.body) : onEdit(answer))}>
                {answer.body}
              </button>
              <IconButton label={`Change answer ${at + 1}`} onClick={() => onEdit(answer)}>
                <Pencil size={16} aria-hidden="true" />
              </IconButton>
              <IconButton label={`Delete answer ${at + 1}`} disabled={busy} onClick={() => void drop(answer.id)}>
                <Trash2 size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <p css={noteCss}>
        {answers.length >= READY_ANSWERS_MOST
          ? `You keep ${READY_ANSWERS_MOST} answers, the most there can be.`
          : onTake
            ? 'A chosen answer goes into the field. Nothing is sent before you press Send. With an empty field the key / opens this list.'
            : 'In a chat the button beside the field, or the key / in an empty one, opens this list.'}
      </p>
      <Failure why={failure} />
    </>
  );
}

function Edit({ answer, onClose, onSaved }: { answer: ReadyAnswer; onClose: () => void; onSaved: (answers: readonly ReadyAnswer[]) => void }) {
  const { busy, send } = useRequest(saveReadyAnswer);
  const [body, setBody] = useState(answer.body);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useFailure([body]);
  const field = useRef<HTMLTextAreaElement>(null);
  const length = body.trim().length;
  const problem = length === 0 ? 'Field is required' : length > READY_ANSWER_LENGTH ? `Write at most ${READY_ANSWER_LENGTH} characters` : '';
  const save = async (): Promise<void> => {
    setTried(true);
    if (problem) return field.current?.focus();
    const { data, validation } = await send({ body: { answer: answer.id, body } });
    if (data) onSaved(data.answers);
    else setFailure(validation || 'Nothing was saved. Check your connection and try again.');
  };
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={answer.changed_at === '' ? 'New answer' : 'Change the answer'}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div css={bodyCss}>
        <TextArea
          ref={field}
          label="Answer"
          rows={5}
          value={body}
          hint={`${formatNumber(Math.max(0, READY_ANSWER_LENGTH - length))} characters left. The rules of messages hold here, too.`}
          error={(tried || length > READY_ANSWER_LENGTH) && problem}
          onChange={(event) => setBody(event.target.value)}
        />
        <Failure why={failure} />
      </div>
    </Dialog>
  );
}
