import { css } from '@emotion/react';
import { listChatExperts } from '@vimarsh/shared/contract/chat/routes.ts';
import type { ChatExpert } from '@vimarsh/shared/contract/chat/types.ts';
import { chatRoom } from '@vimarsh/shared/domain/routing/member-places.ts';
import { EXPERT_STORE } from '@vimarsh/shared/domain/routing/places.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useAuthorLines } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useDeferredValue, useEffect, useState } from 'react';
import { ExpertCard } from './expert-card.tsx';
import { leftToAsk, QuotaLine } from './quota.tsx';

const RequestDialog = part({ what: 'The request', load: () => import('./request.panel.tsx').then(({ RequestDialog }) => RequestDialog) });
const Requests = part({
  what: 'The requests',
  load: () => import('./requests.panel.tsx').then(({ Requests }) => Requests),
  placeholder: <SkeletonRows rows={4} height={64} screen />,
});

/** Below everything else. */
const ListEnd = part<object>({ what: 'The end of the list', load: () => import('./about-chats.panel.tsx').then(({ ListEnd }) => ListEnd) });

const filtersCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
  & > div {
    flex: 1 1 168px;
    max-width: 360px;
  }
`;
const listCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  margin: 0;
  padding: 0;
  list-style: none;
  ${media.chat} {
    grid-template-columns: repeat(auto-fill, minmax(320px, 1fr));
  }
`;

/** From the last letter to the search, ms. */
const SEARCH_AFTER_MS = 250;
/** Who is here changes by itself. */
const EVERY_MS = 60_000;

/** Experts who answer chats (S2.1-ROUTE-08). */
export function Page() {
  const { environment, user } = useSession();
  return (
    <Screen title={user?.profession === 'Retail Investor' ? 'Experts to chat with' : 'Chat requests'}>
      {environment?.isChatAvailable === false ? (
        <EmptyState
          title="Chat is not part of this site."
          text="You can read what experts publish."
          action={
            <Link css={buttonCss('quiet')} to={EXPERT_STORE}>
              Experts
            </Link>
          }
        />
      ) : user?.profession === 'Retail Investor' ? (
        <Experts />
      ) : (
        user && <Requests me={user.id} />
      )}
    </Screen>
  );
}

function Experts() {
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [free, setFree] = useState(false);
  const [asked, setAsked] = useState<ChatExpert | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = { ...(q && { q }), ...(free && { free: '1' as const }) };
  const { data, error, refetch } = useQuery(listChatExperts, { query }, { every: EVERY_MS, shown: true });
  const experts = useDeferredValue(data?.experts);
  const authors = (data?.experts ?? []).map((expert) => ({ expert }));
  const lineOf = { shares: useAuthorLines('shares', authors), options: useAuthorLines('options', authors) };
  if (!data || !experts) return error ? <ErrorState what="the experts" error={error} onRetry={refetch} /> : <SkeletonRows rows={6} height={140} screen />;
  const { rights } = data;
  return (
    <>
      <QuotaLine quota={rights} />
      <div css={filtersCss}>
        <TextField
          label="Search experts"
          labelHidden
          placeholder="Name, city, style"
          type="search"
          value={typed}
          maxLength={60}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Chip pressed={free} onPress={() => setFree(!free)}>
          With a free place
        </Chip>
      </div>
      {experts.length === 0 ? (
        <EmptyState title="No expert fits." text="Search for something else, or show those without a free place, too." />
      ) : (
        <>
          <ul css={listCss} aria-label="Experts">
            {experts.map((expert) => (
              <li key={expert.user_id}>
                <ExpertCard expert={expert} lineOf={lineOf} mayAsk={leftToAsk(rights) > 0} onAsk={() => setAsked(expert)} />
              </li>
            ))}
          </ul>
          <ListEnd />
        </>
      )}
      {asked && (
        <RequestDialog
          expert={asked}
          places={rights?.rooms ?? 0}
          onClose={() => setAsked(null)}
          onSent={({ title }) => {
            setAsked(null);
            navigate(chatRoom(title));
          }}
        />
      )}
    </>
  );
}
