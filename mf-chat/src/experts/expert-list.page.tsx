import { css } from '@emotion/react';
import { listChatExperts } from '@vimarsh/shared/contract/chat/routes.ts';
import type { ChatExpert } from '@vimarsh/shared/contract/chat/types.ts';
import { chatRoom } from '@vimarsh/shared/domain/routing/member-places.ts';
import { EXPERT_STORE } from '@vimarsh/shared/domain/routing/places.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useDeferredValue, useEffect, useState } from 'react';
import { ExpertCard } from './expert-card.tsx';

const RequestDialog = part({ what: 'The request', load: () => import('./request.panel.tsx').then(({ RequestDialog }) => RequestDialog) });
const Requests = part({
  what: 'The requests',
  load: () => import('./requests.panel.tsx').then(({ Requests }) => Requests),
  placeholder: <SkeletonRows rows={4} height={64} screen />,
});

const filtersCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
  & > div {
    flex: 1 1 220px;
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
const usedCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
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
  if (!data || !experts) return error ? <ErrorState what="the experts" error={error} onRetry={refetch} /> : <SkeletonRows rows={6} height={140} screen />;
  const { rights } = data;
  return (
    <>
      {rights ? (
        <p css={usedCss}>
          <span>{rights.rooms === 1 ? 'Your plan has 1 chat at a time' : `Your plan has ${rights.rooms} chats at a time`}</span>
          {rights.open + rights.waiting > 0 && (
            <>
              {' · '}
              <span>{`${rights.open} open, ${rights.waiting} waiting`}</span>
            </>
          )}
        </p>
      ) : (
        <EmptyState
          title="Chats with experts are not in your plan"
          text="They are part of the Pro plan and of the chat plan. Experts and how soon they answer are shown to everybody."
          action={<PlansLink />}
        />
      )}
      <div css={filtersCss}>
        <TextField
          label="Search experts"
          labelHidden
          placeholder="Name, city or style"
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
        <ul css={listCss} aria-label="Experts">
          {experts.map((expert) => (
            <li key={expert.user_id}>
              <ExpertCard expert={expert} mayAsk={rights !== null} onAsk={() => setAsked(expert)} />
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <RequestDialog
          expert={asked}
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
