import { css } from '@emotion/react';
import { type ChatCase, listChatCases, openChatCase } from '@vimarsh/shared/contract/chat/cases.ts';
import type { ChatEntry } from '@vimarsh/shared/contract/chat/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { useState } from 'react';
import { CALL_WORDS, FILE_WORDS, reasonWord, statusWord } from '../rooms/chat-words.ts';

const SureDialog = part({ what: 'The question', load: () => import('@vimarsh/shared/ui/floats/sure.dialog.tsx').then(({ SureDialog }) => SureDialog) });

type Record = Data<typeof openChatCase>;

const listCss = css`
  display: grid;
  max-height: 60dvh;
  margin: 0;
  padding: 0 var(--s-12);
  overflow-y: auto;
  border: 1px solid var(--line);
  border-radius: var(--r-6);
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s-4);
    padding: var(--s-8) 0;
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
`;
const lineCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-4) var(--s-8);
  color: var(--ink-2);
  font-size: var(--t-12);
  font-variant-numeric: tabular-nums;
  & > b {
    color: var(--ink);
    font-size: var(--t-13);
    font-weight: 600;
  }
`;
const textCss = css`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
const stackCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
  gap: var(--s-8);
  & > ol {
    width: 100%;
  }
`;

/** The chat of a case that this moderator has taken: nothing of it until they have said that they open it. */
export function ChatRecord({ about }: { about: ChatCase }) {
  const [record, setRecord] = useState<Record | null>(null);
  const [asking, setAsking] = useState(false);
  const { busy, send } = useRequest(openChatCase);
  const refresh = useRefresh();
  const [failure, setFailure] = useFailure(asking);
  const read = async (after: number): Promise<void> => {
    const { data, validation } = await send({ body: { case: about.id, after } });
    if (!data) {
      setAsking(false);
      return setFailure(validation || 'Nothing was read. Check your connection and try again.');
    }
    setRecord((before) => ({ ...data, entries: [...(before?.entries ?? []), ...data.entries] }));
    setAsking(false);
    // The opening stands in the history.
    if (after === 0) refresh(listChatCases);
  };
  if (!record)
    return (
      <div css={stackCss}>
        <p>Nobody reads it but its two members, until you open it for this case.</p>
        <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Read the chat
        </Button>
        <Failure why={failure} />
        {asking && (
          <SureDialog
            open
            title="Read this chat?"
            text="Your name and the time go into the history of the case and into the audit. When the case is closed, both members are told that the chat was read."
            action="Read the chat"
            busy={busy}
            onKeep={() => setAsking(false)}
            onSure={() => void read(0)}
          />
        )}
      </div>
    );
  const { members, entries, more } = record;
  const nameOf = (id: string): string => members.find(({ user_id }) => user_id === id)?.name ?? '';
  return (
    <div css={stackCss}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard. */}
      <ol css={listCss} aria-label="The chat" tabIndex={0}>
        {entries.map((entry) => (
          <li key={entry.seq}>
            <Entry entry={entry} name={nameOf(entry.sender_id)} isReported={entry.seq === about.message} />
          </li>
        ))}
      </ol>
      {more && (
        <Button busy={busy} onClick={() => void read(entries.at(-1)!.seq)}>
          Show more
        </Button>
      )}
      <Failure why={failure} />
    </div>
  );
}

function Entry({ entry, name, isReported }: { entry: ChatEntry; name: string; isReported: boolean }) {
  const { kind, seq, body, target, file, call_id, withdrawn, status_str, reason, at } = entry;
  return (
    <>
      <span css={lineCss}>
        <span>{seq}.</span>
        {name && <b translate="no">{name}</b>}
        <time dateTime={at}>{formatIst(at)}</time>
        {isReported && <Badge tone="warn">Reported</Badge>}
        {withdrawn && <Badge>Withdrawn later</Badge>}
      </span>
      {kind === 'edit' && <span css={lineCss}>{`Changed message ${target} to:`}</span>}
      {kind === 'withdrawal' && <span css={lineCss}>{`Withdrew message ${target}.`}</span>}
      {kind === 'state' && (
        <span css={lineCss}>
          <span>The chat is now:</span>
          <span>{statusWord(status_str)}</span>
          {reasonWord(reason) && <span>{reasonWord(reason)}</span>}
        </span>
      )}
      {body && (
        <p css={textCss} translate="no" dir="auto">
          {body}
        </p>
      )}
      {file && (
        <span css={lineCss}>
          <span>{FILE_WORDS[file.kind]}</span>
          {file.name && <span translate="no">{file.name}</span>}
          <span>The file itself is in an export of the record.</span>
        </span>
      )}
      {call_id && <span css={lineCss}>{CALL_WORDS}</span>}
    </>
  );
}
