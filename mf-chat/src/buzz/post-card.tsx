import { css } from '@emotion/react';
import { likePost, savePost } from '@vimarsh/shared/contract/buzz/routes.ts';
import type { BuzzPost } from '@vimarsh/shared/contract/buzz/types.ts';
import { buzzPostAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { ExpertLink } from '@vimarsh/shared/ui/calls/expert-link.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import Bookmark from 'lucide-react/icons/bookmark';
import Flag from 'lucide-react/icons/flag';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share2 from 'lucide-react/icons/share-2';
import { type ReactNode, useState } from 'react';
import { CallBox } from '../calls/call-box.tsx';
import { commentsWords, likesWords, tombstoneWords } from './buzz-words.ts';

export const PostReport = part({ what: 'The report', load: () => import('./report.panel.tsx').then(({ ReportDialog }) => ReportDialog) });
const HistoryDialog = part({ what: 'Earlier texts', load: () => import('./history.panel.tsx').then(({ HistoryDialog }) => HistoryDialog) });

export const cardCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
`;
const whoCss = css`
  display: grid;
  gap: var(--s-4);
  & > a {
    font-weight: 600;
  }
`;
const metaCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--s-8);
  color: var(--ink-2);
  font-size: var(--t-13);
  & > a {
    color: inherit;
    line-height: 24px;
  }
`;
export const textCss = css`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  line-height: 1.5;
`;
const tagsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
  & > a {
    display: inline-flex;
    align-items: center;
    min-height: 28px;
    padding: 0 var(--s-8);
    border: 1px solid var(--line);
    border-radius: var(--r-6);
    color: var(--ink);
    font-size: var(--t-13);
    font-weight: 500;
    text-decoration: none;
    &:hover {
      border-color: var(--control);
    }
  }
`;
export const smallCss = css`
  color: var(--ink-2);
  font-size: var(--t-12);
  line-height: 1.45;
`;
const actionsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-4);
  margin: 0 calc(-1 * var(--s-8)) calc(-1 * var(--s-8));
  padding-top: var(--s-4);
  border-top: 1px solid var(--line);
  & > :last-child {
    margin-left: auto;
  }
`;
export const actionCss = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: var(--s-8);
  min-width: 44px;
  min-height: 44px;
  padding: 0 var(--s-8);
  border: 0;
  border-radius: var(--r-6);
  background: none;
  color: var(--ink-2);
  font: inherit;
  font-size: var(--t-13);
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  text-decoration: none;
  cursor: pointer;
  &:hover {
    background: var(--canvas);
    color: var(--ink);
  }
  &[aria-pressed='true'] {
    color: var(--accent);
    & > svg {
      fill: currentColor;
    }
  }
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 36px;
  }
`;
const plainButtonCss = css`
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  line-height: 24px;
  text-decoration: underline dotted;
  text-underline-offset: 3px;
  cursor: pointer;
`;

/** The author as the product shows experts: name, profession, registration number. */
export function PostHead({ post, children }: { post: BuzzPost; children?: ReactNode }) {
  const [history, setHistory] = useState(false);
  const { id, author, published_at, edited_at } = post;
  return (
    <div css={whoCss}>
      <ExpertLink expert={{ ...author, profession: author.category }} size={36} />
      <div css={metaCss}>
        <span>{author.category}</span>
        {author.reg_no && <span translate="no">SEBI {author.reg_no}</span>}
        {published_at && (
          <Link to={buzzPostAddress(id)}>
            <time dateTime={published_at}>{formatIst(published_at)}</time>
          </Link>
        )}
        {edited_at && (
          <button type="button" css={plainButtonCss} aria-haspopup="dialog" onClick={() => setHistory(true)}>
            Edited
          </button>
        )}
        {children}
      </div>
      {history && <HistoryDialog post={id} onClose={() => setHistory(false)} />}
    </div>
  );
}

/** What a post says: text, stocks, call, disclosure. */
export function PostBody({ post: { text, symbols, call, disclosure } }: { post: BuzzPost }) {
  return (
    <>
      <p css={textCss} dir="auto" translate="no">
        {text}
      </p>
      {symbols.length > 0 && (
        <div css={tagsCss}>
          {symbols.map((symbol) => (
            <SymbolLink key={symbol} symbol={symbol} />
          ))}
        </div>
      )}
      {call && <CallBox id={call.id} known={call} />}
      {disclosure && (
        <p css={smallCss} translate="no">
          {disclosure}
        </p>
      )}
    </>
  );
}

/** A removed post keeps its place, and says who removed it and why. */
export function Tombstone({ post }: { post: Pick<BuzzPost, 'removed'> }) {
  if (!post.removed) return null;
  const { who, why } = tombstoneWords(post.removed);
  return (
    <p css={smallCss}>
      <span>{who}</span> <span>Reason:</span> <span>{why}</span>.
    </p>
  );
}

interface Props {
  post: BuzzPost;
  mayLike: boolean;
  /** The post has the page to itself, so nothing has to lead to it. */
  alone?: boolean;
}

export function PostCard({ post, mayLike, alone = false }: Props) {
  return (
    <article css={cardCss} aria-label={`Post of ${post.author.full_name}`}>
      <PostHead post={post}>{post.status === 'under_review' && <Badge tone="warn">Under review</Badge>}</PostHead>
      {post.status === 'removed' ? (
        <Tombstone post={post} />
      ) : (
        <>
          <PostBody post={post} />
          {post.status === 'live' && <Actions post={post} mayLike={mayLike} alone={alone} />}
        </>
      )}
    </article>
  );
}

/** The like and the bookmark change at once, and change back where the server refuses. */
function Actions({ post, mayLike, alone }: Required<Props>) {
  const like = useRequest(likePost);
  const save = useRequest(savePost);
  const [own, setOwn] = useState({ of: post, mine: post.mine, likes: post.counts.likes });
  const [reporting, setReporting] = useState(false);
  const [shared, setShared] = useState('');
  const { mine, likes } = own.of === post ? own : { mine: post.mine, likes: post.counts.likes };
  const change = (mine: BuzzPost['mine'], likes: number): void => setOwn({ of: post, mine, likes });

  const toggleLike = async (): Promise<void> => {
    const on = !mine.liked;
    change({ ...mine, liked: on }, Math.max(0, likes + (on ? 1 : -1)));
    const { data } = await like.send({ body: { post: post.id, on } });
    if (data) change({ ...mine, liked: data.on }, data.likes);
    else change(mine, likes);
  };
  const toggleSave = async (): Promise<void> => {
    const on = !mine.saved;
    change({ ...mine, saved: on }, likes);
    const { data } = await save.send({ body: { post: post.id, on } });
    change(data ? { ...mine, saved: data.on } : mine, likes);
  };
  /** A phone offers its own ways to share; elsewhere the address is copied. */
  const share = async (): Promise<void> => {
    const url = new URL(buzzPostAddress(post.id), location.origin).href;
    try {
      if (navigator.share) await navigator.share({ url });
      else {
        await navigator.clipboard.writeText(url);
        setShared('Address copied');
      }
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setShared(url);
    }
  };
  return (
    <>
      <div css={actionsCss}>
        {mayLike && (
          <button type="button" css={actionCss} aria-pressed={mine.liked} aria-label={`Like, ${likesWords(likes)}`} onClick={() => void toggleLike()}>
            <Heart size={16} aria-hidden="true" />
            {formatNumber(likes)}
          </button>
        )}
        {alone ? null : (
          <Link css={actionCss} to={`${buzzPostAddress(post.id)}#comments`} aria-label={commentsWords(post.counts.comments)}>
            <MessageCircle size={16} aria-hidden="true" />
            {formatNumber(post.counts.comments)}
          </Link>
        )}
        {mayLike && (
          <button type="button" css={actionCss} aria-pressed={mine.saved} aria-label="Save" title="Save" onClick={() => void toggleSave()}>
            <Bookmark size={16} aria-hidden="true" />
          </button>
        )}
        <button type="button" css={actionCss} aria-label="Share" title="Share" onClick={() => void share()}>
          <Share2 size={16} aria-hidden="true" />
        </button>
        {mine.author ? (
          <Badge>Your post</Badge>
        ) : mine.reported ? (
          <Badge>Reported</Badge>
        ) : (
          <button type="button" css={actionCss} aria-haspopup="dialog" aria-label="Report" title="Report" onClick={() => setReporting(true)}>
            <Flag size={16} aria-hidden="true" />
          </button>
        )}
      </div>
      <p css={smallCss} role="status" hidden={!shared}>
        {shared}
      </p>
      {reporting && (
        <PostReport
          kind="post"
          target={post.id}
          onClose={() => setReporting(false)}
          onReported={() => {
            setReporting(false);
            change({ ...mine, reported: true }, likes);
          }}
        />
      )}
    </>
  );
}
