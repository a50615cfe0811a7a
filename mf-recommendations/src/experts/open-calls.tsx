import { css } from '@emotion/react';
import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import type { OpenCalls as Counts } from '@vimarsh/shared/contract/experts/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import { useCallPages } from '../call/list/call-pages.ts';
import { CallList } from '../equity/list/call-list.tsx';
import { CallListSkeleton } from '../equity/list/call-list-skeleton.tsx';
import { ChoiceRow } from '../filters/choice-row.tsx';
import { type ExpertView, expertUrl } from './expert-url.ts';
import { Fold, foldsCss } from './fold.tsx';

const listCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-8);
  & > h2 {
    font-size: var(--t-16);
  }
`;

interface CallsProps {
  userId: string;
  view: ExpertView;
  onOpen: (id: string) => void;
}

function titleOf(n: number): string {
  if (n === 0) return 'No open call';
  return n === 1 ? '1 open call' : `${formatNumber(n)} open calls`;
}

function noteOf({ n, enterable }: Counts): string {
  if (n === 0) return '';
  return enterable === 0 ? 'None can still be entered' : `${formatNumber(enterable)} can still be entered`;
}

/** The expert's open calls, behind how many there are and how many of them can still be entered. */
export function OpenCalls({ counts, ...props }: CallsProps & { counts: Counts | undefined }) {
  return (
    <div css={foldsCss}>
      <Fold title={counts ? titleOf(counts.n) : 'Open calls'} note={counts && noteOf(counts)}>
        <Calls {...props} tab="live" title="Open calls" />
      </Fold>
    </div>
  );
}

/** Where no figure is shown: calls are dated records and no more, open ones and, where the site shows them, those that ended. */
export function DatedCalls({ withPast, ...props }: CallsProps & { withPast: boolean }) {
  const [chosen, setChosen] = useState<'live' | 'past'>('live');
  const tab = withPast ? chosen : 'live';
  const title = tab === 'live' ? 'Open calls' : 'Calls that ended';
  return (
    <section css={listCss}>
      <h2>{title}</h2>
      {withPast && (
        <ChoiceRow
          label="Open or ended calls"
          options={[
            { value: 'live' as const, label: 'Open' },
            { value: 'past' as const, label: 'Ended' },
          ]}
          value={tab}
          onChange={setChosen}
        />
      )}
      <Calls {...props} tab={tab} title={title} />
    </section>
  );
}

/** Calls of the expert that the reader may read, as every list shows them. */
function Calls({ userId, view, onOpen, tab, title }: CallsProps & { tab: 'live' | 'past'; title: string }) {
  const { request } = useSession();
  const pages = useCallPages(JSON.stringify([tab, userId]), (page, signal) =>
    request(listCalls, { query: { view: tab, user_id: userId, ...page } }, { signal, quiet: true }),
  );
  if (pages.data && pages.data.items.length > 0)
    return (
      <CallList
        label={title}
        page={{ ...pages.data, locked: [], locked_count: 0 }}
        settled={tab === 'past'}
        to={(id) => expertUrl({ ...view, reco: id })}
        openId={view.reco}
        onOpen={onOpen}
        more={pages.more}
        onMore={pages.showMore}
        waiting={pages.waiting}
        onWaiting={pages.showWaiting}
      />
    );
  if (pages.data)
    return (
      <EmptyState
        title="No call on shares that you can read"
        text={tab === 'live' ? 'An open call stands here where your plan shows it.' : 'A call stands here once it has ended.'}
      />
    );
  return pages.failed ? <ErrorState what="the calls" onRetry={pages.refetch} error={pages.failed} /> : <CallListSkeleton />;
}
