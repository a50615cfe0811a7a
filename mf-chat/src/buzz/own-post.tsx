import { css } from '@emotion/react';
import { discardPost, listOwnPosts, publishPost, readFeed, schedulePost } from '@vimarsh/shared/contract/buzz/routes.ts';
import type { OwnPost } from '@vimarsh/shared/contract/buzz/types.ts';
import { buzzPostAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useState } from 'react';
import { commentsWords, likesWords, STATUS_WORDS } from './buzz-words.ts';
import { cardCss, PostBody, PostHead, smallCss, Tombstone } from './post-card.tsx';

const PostComposer = part({ what: 'The form', load: () => import('./post-composer.panel.tsx').then(({ PostComposer }) => PostComposer) });
const WithdrawDialog = part({ what: 'The question', load: () => import('./withdraw.panel.tsx').then(({ WithdrawDialog }) => WithdrawDialog) });
const AppealDialog = part({ what: 'The appeal', load: () => import('./appeal.panel.tsx').then(({ AppealDialog }) => AppealDialog) });
const SureDialog = part({ what: 'The question', load: () => import('@vimarsh/shared/ui/floats/sure.dialog.tsx').then(({ SureDialog }) => SureDialog) });

const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;

const countWords = ({ post: { counts }, reports }: OwnPost): string =>
  [
    likesWords(counts.likes),
    counts.saves === 1 ? '1 save' : `${counts.saves} saves`,
    commentsWords(counts.comments),
    reports === 1 ? '1 report' : `${reports} reports`,
  ].join(' · ');

/** A post on its author’s desk, with what its state allows. */
export function OwnPostCard({ own }: { own: OwnPost }) {
  const { post, appeal, unpublished } = own;
  const { id, status, scheduled_at, edit_until } = post;
  const [open, setOpen] = useState<'' | 'edit' | 'discard' | 'withdraw' | 'appeal'>('');
  const refresh = useRefresh();
  const publish = useRequest(publishPost);
  const schedule = useRequest(schedulePost);
  const discard = useRequest(discardPost);
  const close = (): void => setOpen('');
  const then = async (answer: Promise<{ data: unknown }>): Promise<void> => {
    const { data } = await answer;
    if (!data) return;
    close();
    refresh(listOwnPosts, readFeed);
  };
  if (open === 'edit') return <PostComposer post={post} onClose={close} />;
  const isUnpublished = status === 'draft' || status === 'scheduled';
  return (
    <article css={cardCss} aria-label={STATUS_WORDS[status]}>
      <PostHead post={post}>
        <Badge tone={status === 'under_review' || status === 'removed' ? 'warn' : 'neutral'}>{STATUS_WORDS[status]}</Badge>
      </PostHead>
      {scheduled_at && <p css={smallCss}>Goes live on {formatIst(scheduled_at)}.</p>}
      {unpublished && (
        <p css={smallCss} role="alert">
          <strong>Not published on {formatIst(unpublished.at)}.</strong> {unpublished.sentence}
        </p>
      )}
      {status === 'removed' ? <Tombstone post={post} /> : <PostBody post={post} />}
      {!isUnpublished && <p css={smallCss}>{countWords(own)}</p>}
      {status === 'under_review' && <p css={smallCss}>Readers do not see it until a moderator has decided, within 24 hours.</p>}
      {appeal?.at && (
        <p css={smallCss}>
          {appeal.decision === 'upheld'
            ? 'Your appeal was heard: the removal stands.'
            : appeal.decision === 'granted'
              ? 'Your appeal was granted.'
              : 'Your appeal waits for another moderator.'}
        </p>
      )}
      {edit_until && <p css={smallCss}>You can change it until {formatIst(edit_until)}.</p>}
      <div css={rowCss}>
        {isUnpublished && (
          <Button kind="primary" busy={publish.busy} onClick={() => void then(publish.send({ body: { post: id } }))}>
            Publish now
          </Button>
        )}
        {(isUnpublished || edit_until) && <Button onClick={() => setOpen('edit')}>{status === 'draft' ? 'Change or schedule' : 'Change'}</Button>}
        {status === 'scheduled' && (
          <Button busy={schedule.busy} onClick={() => void then(schedule.send({ body: { post: id, at: null } }))}>
            Back to drafts
          </Button>
        )}
        {isUnpublished && <Button onClick={() => setOpen('discard')}>Delete</Button>}
        {status === 'live' && (
          <Link css={buttonCss('quiet')} to={buzzPostAddress(id)}>
            Open
          </Link>
        )}
        {(status === 'live' || status === 'under_review') && <Button onClick={() => setOpen('withdraw')}>Take away</Button>}
        {appeal?.can && (
          <Button kind="primary" onClick={() => setOpen('appeal')}>
            Appeal
          </Button>
        )}
      </div>
      {open === 'discard' && (
        <SureDialog
          open
          title="Delete this draft?"
          text="Nobody else has seen it. It can’t be brought back."
          keep="Keep it"
          action="Delete draft"
          busy={discard.busy}
          onKeep={close}
          onSure={() => void then(discard.send({ body: { post: id } }))}
        />
      )}
      {open === 'withdraw' && <WithdrawDialog post={id} onClose={close} />}
      {open === 'appeal' && <AppealDialog post={id} onClose={close} />}
    </article>
  );
}
