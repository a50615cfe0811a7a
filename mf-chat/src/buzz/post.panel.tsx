import { css } from '@emotion/react';
import { readComments, readPost, withdrawComment, writeComment } from '@vimarsh/shared/contract/buzz/routes.ts';
import { type BuzzComment, COMMENT_LENGTH } from '@vimarsh/shared/contract/buzz/types.ts';
import { EXPERT_BUZZ } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { LockedCard } from '@vimarsh/shared/ui/calls/locked.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { TextArea } from '@vimarsh/shared/ui/fields/field.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { useEffect, useRef, useState } from 'react';
import { commentsWords } from './buzz-words.ts';
import { actionCss, PostCard, PostReport, smallCss, textCss } from './post-card.tsx';
import { useMore } from './use-more.ts';

const SureDialog = part({ what: 'The question', load: () => import('@vimarsh/shared/ui/floats/sure.dialog.tsx').then(({ SureDialog }) => SureDialog) });

const columnCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  max-width: 760px;
  & h2 {
    font-size: var(--t-16);
    scroll-margin-top: 72px;
  }
`;
const listCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin: 0;
  padding: 0;
  list-style: none;
`;
const commentCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-4);
  padding: var(--s-12) 0 var(--s-4);
  border-top: 1px solid var(--line);
  &[data-answer] {
    margin-left: var(--s-16);
    padding-left: var(--s-12);
    border-top: 0;
    border-left: 2px solid var(--line);
  }
`;
const whoCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--s-8);
  color: var(--ink-2);
  font-size: var(--t-13);
  & > strong {
    color: var(--ink);
    font-weight: 600;
  }
`;
const stepsCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  margin-left: calc(-1 * var(--s-8));
`;
const formCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-8);
  & > div:last-of-type {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-8);
  }
`;

/** One post by its address, with its comments. */
export function PostPage({ post }: { post: string }) {
  const { data, error, refetch, stale, asOf } = useQuery(readPost, { params: { post } }, { shown: true });
  const back = (
    <Link css={buttonCss('quiet')} to={EXPERT_BUZZ}>
      All posts
    </Link>
  );
  if (!data) {
    if (error?.code === 'NOT_FOUND') return <EmptyState title="This post is not here." text="It was never published, or you may not read it." action={back} />;
    return error ? <ErrorState what="the post" error={error} onRetry={refetch} /> : <SkeletonRows rows={3} height={160} screen />;
  }
  return (
    <div css={columnCss}>
      <div>{back}</div>
      {stale && error && asOf && <StaleBadge asOf={asOf} />}
      <PostCard post={data.post} mayLike={data.rights.like} alone />
      {data.post.status === 'live' && <Comments detail={data} />}
    </div>
  );
}

type Detail = NonNullable<ReturnType<typeof useQuery<typeof readPost>>['data']>;

function Comments({ detail: { post, comments, next, rights } }: { detail: Detail }) {
  const { send } = useRequest(readComments);
  const heading = useRef<HTMLHeadingElement>(null);
  const { items, more, busy } = useMore(
    { items: comments, next },
    ({ id }) => id,
    async (after) => {
      const { data } = await send({ params: { post: post.id }, query: { after } });
      return data && { items: data.comments, next: data.next };
    },
  );
  // The browser looked for the place before the comments had come.
  useEffect(() => {
    if (location.hash !== '#comments') return;
    heading.current?.scrollIntoView?.();
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <h2 ref={heading} id="comments" tabIndex={-1}>
        {commentsWords(post.counts.comments)}
      </h2>
      {rights.comment ? (
        <CommentForm post={post.id} parent={null} />
      ) : (
        <LockedCard text="You can read comments. Writing them is part of every paid plan." action={<PlansLink />} />
      )}
      {items.length === 0 ? (
        <p css={smallCss}>No comment yet.</p>
      ) : (
        <ol css={listCss} aria-label="Comments">
          {items.map((comment) => (
            <Comment key={comment.id} comment={comment} mayAnswer={rights.comment} mayReport={rights.like} />
          ))}
        </ol>
      )}
      {more && (
        <Button onClick={more} busy={busy}>
          More comments
        </Button>
      )}
    </>
  );
}

function Comment({ comment, mayAnswer, mayReport }: { comment: BuzzComment; mayAnswer: boolean; mayReport: boolean }) {
  const { id, post, parent, author, text, at, removed, mine } = comment;
  const refresh = useRefresh();
  const { busy, send } = useRequest(withdrawComment);
  const [open, setOpen] = useState<'' | 'answer' | 'report' | 'withdraw'>('');
  const close = (): void => setOpen('');
  const withdraw = async (): Promise<void> => {
    const { data } = await send({ body: { comment: id } });
    if (!data) return;
    close();
    refresh(readPost);
  };
  return (
    <li css={commentCss} data-answer={parent === null ? undefined : ''}>
      {removed ? (
        <p css={smallCss}>{removed.by === 'author' ? 'Its author took this comment away.' : 'A moderator removed this comment.'}</p>
      ) : (
        <>
          <p css={whoCss}>
            <strong translate="no">{author.name}</strong>
            {author.category && <span>{author.category}</span>}
            <time dateTime={at}>{formatIst(at)}</time>
          </p>
          <p css={textCss} dir="auto" translate="no">
            {text}
          </p>
          <div css={stepsCss}>
            {mayAnswer && parent === null && (
              <button
                type="button"
                css={actionCss}
                aria-label={`Answer ${author.name}`}
                aria-expanded={open === 'answer'}
                onClick={() => setOpen(open === 'answer' ? '' : 'answer')}
              >
                Answer
              </button>
            )}
            {mine.author && (
              <button type="button" css={actionCss} aria-haspopup="dialog" onClick={() => setOpen('withdraw')}>
                Take away
              </button>
            )}
            {mayReport && !mine.author && !mine.reported && (
              <button
                type="button"
                css={actionCss}
                aria-haspopup="dialog"
                aria-label={`Report the comment of ${author.name}`}
                onClick={() => setOpen('report')}
              >
                Report
              </button>
            )}
            {mine.reported && <Badge>Reported</Badge>}
          </div>
        </>
      )}
      {open === 'answer' && <CommentForm post={post} parent={id} answered={author.name} onDone={close} />}
      {open === 'report' && (
        <PostReport
          kind="comment"
          target={id}
          onClose={close}
          onReported={() => {
            close();
            refresh(readPost);
          }}
        />
      )}
      {open === 'withdraw' && (
        <SureDialog
          open
          title="Take this comment away?"
          text="Its place stays. The text is kept in the record for five years, as the law asks."
          keep="Leave it"
          action="Take it away"
          busy={busy}
          onKeep={close}
          onSure={() => void withdraw()}
        />
      )}
    </li>
  );
}

interface FormProps {
  post: string;
  parent: string | null;
  /** Whose comment it answers. */
  answered?: string;
  onDone?: () => void;
}

/** A refused text stays in the field, with the sentence that says why. */
function CommentForm({ post, parent, answered = '', onDone }: FormProps) {
  const refresh = useRefresh();
  const { busy, send } = useRequest(writeComment);
  const [text, setText] = useState('');
  const [failure, setFailure] = useFailure(text);
  /** One id for one text, however often it is sent. */
  const id = useRef({ text: '', client_id: '' });
  const length = [...text.trim()].length;
  const problem = length > COMMENT_LENGTH ? `Write at most ${COMMENT_LENGTH} characters` : failure;
  const write = async (): Promise<void> => {
    if (length === 0 || length > COMMENT_LENGTH) return;
    if (id.current.text !== text) id.current = { text, client_id: crypto.randomUUID() };
    const { data, validation } = await send({ body: { post, client_id: id.current.client_id, parent, text: text.trim() } });
    if (!data) return setFailure(validation || 'Nothing was sent. Check your connection and try again.');
    setText('');
    refresh(readPost);
    onDone?.();
  };
  return (
    <div css={formCss}>
      <TextArea
        label={answered ? `Answer to ${answered}` : 'Your comment'}
        rows={2}
        value={text}
        autoFocus={parent !== null}
        hint={`${formatNumber(Math.max(0, COMMENT_LENGTH - length))} characters left`}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button kind="primary" busy={busy} disabled={length === 0 || length > COMMENT_LENGTH} onClick={() => void write()}>
          Comment
        </Button>
        {onDone && (
          <Button onClick={onDone} disabled={busy}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}
