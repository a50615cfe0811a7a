import { css } from '@emotion/react';
import { assignBuzzCase, listBuzzCases } from '@vimarsh/shared/contract/buzz/routes.ts';
import { assignChatCase, listChatCases } from '@vimarsh/shared/contract/chat/cases.ts';
import { buzzPostAddress, exportOfChat } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { useEffect, useRef, useState } from 'react';
import { REPORT_WORDS } from '../buzz/buzz-words.ts';
import { CHAT_REPORT_WORDS } from '../rooms/report-words.ts';
import { barredWords, dueWords, endWords, historyLine, isOverdue, personOf, type StaffCase, titleOf } from './case.view.ts';

const DecideDialog = part({ what: 'The decision', load: () => import('./decide.panel.tsx').then(({ DecideDialog }) => DecideDialog) });
const ChatRecord = part({ what: 'The chat', load: () => import('./chat-record.panel.tsx').then(({ ChatRecord }) => ChatRecord) });

const cardCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & h2 {
    font-size: var(--t-16);
    outline: none;
    scroll-margin-top: 72px;
  }
  & h3 {
    margin-bottom: var(--s-8);
    font-size: var(--t-14);
  }
  & p {
    max-width: 43em;
  }
`;
const lineCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-4) var(--s-8);
  color: var(--ink-2);
  font-size: var(--t-13);
`;
const backCss = css`
  @media (min-width: 1080px) {
    display: none;
  }
`;
const quoteCss = css`
  margin: 0;
  padding: var(--s-4) var(--s-12);
  border-left: 2px solid var(--control);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  line-height: 1.5;
`;
const listCss = css`
  display: grid;
  gap: var(--s-8);
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s-4);
  }
`;
const stepsCss = css`
  & > li {
    padding-left: var(--s-12);
    border-left: 2px solid var(--line);
  }
`;
const actionsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;

interface Props {
  about: StaffCase;
  /** The moderator. */
  me: string;
  /** Where the list is. */
  back: string;
  onChange: (next: StaffCase) => void;
}

/** One case: what it is about, who says what is wrong, what was done, and what this moderator may do. */
export function CasePanel({ about, me, back, onChange }: Props) {
  const { area, item } = about;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isAppeal = area === 'posts' && item.kind === 'appeal';
  const end = endWords(about);
  const now = Date.now();
  return (
    <article css={cardCss} aria-label={titleOf(about)}>
      <Link css={[buttonCss('quiet'), backCss]} to={back}>
        Back to the list
      </Link>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {titleOf(about)}
        </h2>
        <p css={lineCss}>
          <span translate="no">{personOf(about)}</span>
          {area === 'posts' && item.author.reg_no && <span translate="no">SEBI {item.author.reg_no}</span>}
          {area === 'chats' && <span>{item.about.profession}</span>}
          {isOverdue(about, now) ? <Badge tone="warn">{dueWords(about, now)}</Badge> : <span>{dueWords(about, now)}</span>}
        </p>
      </div>
      {end && <strong role="status">{end}</strong>}
      {area === 'posts' ? <Text about={item} /> : <ChatOf about={item} me={me} />}
      {isAppeal && <Appeal words={item.history.find(({ step }) => step === 'opened')?.words ?? ''} />}
      {item.reports.length > 0 && (
        <section>
          <h3>What members reported</h3>
          <ul css={listCss}>
            {item.reports.map(({ reason, note, at }) => (
              <li key={at + reason + note}>
                <span>{reason in CHAT_REPORT_WORDS && area === 'chats' ? CHAT_REPORT_WORDS[reason as never] : REPORT_WORDS[reason as never]}</span>
                {note && (
                  <blockquote css={quoteCss} translate="no" dir="auto">
                    {note}
                  </blockquote>
                )}
                <span css={lineCss}>
                  <span>{area === 'chats' ? 'By the other member of the chat' : 'By a member'}</span>
                  <time dateTime={at}>{formatIst(at)}</time>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {end === '' && <Actions about={about} me={me} onChange={onChange} />}
      <section>
        <h3>History</h3>
        <ol css={[listCss, stepsCss]}>
          {item.history.map((step, n) => {
            const { at, title, by, detail, quote } = historyLine(step, isAppeal);
            return (
              <li key={n}>
                <span>{title}</span>
                {detail && <span>{detail}</span>}
                {quote && !(isAppeal && n === 0) && (
                  <span translate="no" dir="auto">
                    {quote}
                  </span>
                )}
                <span css={lineCss}>
                  {by && <span translate="no">{by}</span>}
                  <time dateTime={at}>{formatIst(at)}</time>
                </span>
              </li>
            );
          })}
        </ol>
      </section>
    </article>
  );
}

function Text({ about: { text, post, target_kind } }: { about: Extract<StaffCase, { area: 'posts' }>['item'] }) {
  return (
    <section>
      <h3>{target_kind === 'comment' ? 'The comment' : 'The post'}</h3>
      <blockquote css={quoteCss} translate="no" dir="auto">
        {text}
      </blockquote>
      <p css={lineCss}>
        <Link to={buzzPostAddress(post)}>See it as readers do</Link>
      </p>
    </section>
  );
}

function Appeal({ words }: { words: string }) {
  return (
    <section>
      <h3>Why the author appeals</h3>
      <blockquote css={quoteCss} translate="no" dir="auto">
        {words}
      </blockquote>
    </section>
  );
}

/** A chat stays closed until whoever took its open case has opened it. */
function ChatOf({ about, me }: { about: Extract<StaffCase, { area: 'chats' }>['item']; me: string }) {
  const mayRead = about.state === 'open' && about.assignee?.user_id === me && !about.barred;
  return (
    <section>
      <h3>The chat</h3>
      {mayRead ? (
        <ChatRecord about={about} />
      ) : (
        <p css={lineCss}>
          {about.state === 'open' ? 'It is closed to you. Take the case to open it.' : 'It is closed to everybody but its two members, as the case is.'}
        </p>
      )}
      <p css={lineCss}>
        <Link to={exportOfChat(about.room)}>Ask for an export of this chat</Link>
      </p>
    </section>
  );
}

function Actions({ about, me, onChange }: Pick<Props, 'about' | 'me' | 'onChange'>) {
  const { area, item } = about;
  const posts = useRequest(assignBuzzCase);
  const chats = useRequest(assignChatCase);
  const refresh = useRefresh();
  const [failure, setFailure] = useFailure(item.history.length);
  const [deciding, setDeciding] = useState(false);
  const barred = barredWords(about);
  if (barred) return <p>{barred}</p>;
  const mine = item.assignee?.user_id === me;
  if (item.assignee && !mine) return <p>Another moderator has taken this case.</p>;
  const assign = async (take: boolean): Promise<void> => {
    const body = { case: item.id, take };
    const { data, validation } = area === 'posts' ? await posts.send({ body }) : await chats.send({ body });
    if (!data) return setFailure(validation || 'Nothing was sent. Check your connection and try again.');
    onChange({ area, item: data } as StaffCase);
    refresh(listBuzzCases, listChatCases);
  };
  const busy = posts.busy || chats.busy;
  return (
    <>
      <div css={actionsCss}>
        {mine ? (
          <>
            <Button kind="primary" aria-haspopup="dialog" onClick={() => setDeciding(true)}>
              Decide
            </Button>
            <Button busy={busy} onClick={() => void assign(false)}>
              Give the case back
            </Button>
          </>
        ) : (
          <Button kind="primary" busy={busy} onClick={() => void assign(true)}>
            Assign to me
          </Button>
        )}
      </div>
      <Failure why={failure} />
      {deciding && (
        <DecideDialog
          about={about}
          onClose={() => setDeciding(false)}
          onDecided={(next) => {
            setDeciding(false);
            onChange(next);
          }}
        />
      )}
    </>
  );
}
