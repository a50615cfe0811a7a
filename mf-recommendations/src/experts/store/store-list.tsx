import { css } from '@emotion/react';
import { TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { readExpertStore } from '@vimarsh/shared/contract/experts/routes.ts';
import { PROFESSIONS } from '@vimarsh/shared/contract/identity/types.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { SelectField, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useEffect, useState } from 'react';
import { FollowButton } from '../../call/follow/follow-button.tsx';
import { FilterFrame } from '../../filters/filter-frame.tsx';
import { ANY } from '../../filters/filter-options.ts';
import { useFollow } from '../use-follow.ts';
import { ExpertCard } from './expert-card.tsx';
import { NO_FILTER, parseStore, type StoreView, storeQuery, storeUrl } from './store-url.ts';

/** The search beside the button that opens the rest: on a phone the experts begin at once. */
const searchCss = css`
  flex: 1;
  min-width: 0;
`;
const panelCss = css`
  @media (min-width: 880px) {
    grid-template-columns: repeat(4, minmax(0, 1fr)) auto;
  }
`;
const gridCss = css`
  display: grid;
  gap: var(--s-16);
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
`;
const noteCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

/** What somebody types is asked for once they stop. */
const PAUSE_MS = 300;

/** Experts who publish here, with filters in the address. Whoever stands first does so by the day’s shuffle, unless another order is asked for and allowed. */
export function StoreList({ path }: { path: string }) {
  const { query } = usePath();
  const { signedIn } = useSession();
  const view = parseStore(query);
  const { data, loading, error, refetch } = useQuery(readExpertStore, { query: storeQuery(view) }, { shown: true, told: ['PERF_NOT_ALLOWED'] });
  const { follows, waits, toggle } = useFollow(refetch);
  const go = (patch: Partial<StoreView>) => navigate(storeUrl(path, { ...view, ...patch }), { replace: true });
  const sorts = [
    { value: 'neutral', label: 'Shuffled daily' },
    { value: 'name', label: 'Name' },
    ...(data?.allowed ? [{ value: 'score', label: 'Score' }] : []),
  ];
  return (
    <>
      <FilterFrame
        active={[view.profession, view.sector, view.term, view.followed, view.sort !== 'neutral'].filter(Boolean).length}
        onClear={() => go({ ...NO_FILTER, q: view.q })}
        panel={panelCss}
        line={
          <div css={searchCss}>
            <Word value={view.q} onWord={(q) => go({ q })} />
          </div>
        }
      >
        <SelectField
          label="Profession"
          options={[ANY, ...PROFESSIONS.filter((one) => one !== 'Retail Investor').map((value) => ({ value, label: value }))]}
          value={view.profession}
          onChange={(value) => go({ profession: PROFESSIONS.find((one) => one === value) ?? '' })}
        />
        <SelectField
          label="Sector"
          options={[ANY, ...[...new Set([...(data?.sectors ?? []), ...(view.sector ? [view.sector] : [])])].map((value) => ({ value, label: value }))]}
          value={view.sector}
          onChange={(sector) => go({ sector })}
        />
        <SelectField
          label="Term"
          options={[ANY, ...TERMS.map((value) => ({ value, label: TERM_LABEL[value].name }))]}
          value={view.term}
          onChange={(value) => go({ term: TERMS.find((one) => one === value) ?? '' })}
        />
        <SelectField label="Order" options={sorts} value={view.sort} onChange={(value) => go({ sort: value as StoreView['sort'] })} />
        {signedIn && (
          <Chip pressed={view.followed} onPress={() => go({ followed: !view.followed })}>
            Followed
          </Chip>
        )}
      </FilterFrame>
      {data && <p css={noteCss}>{data.disclaimer}</p>}
      {data && !signedIn && data.experts.length > 0 && <p css={noteCss}>Press a name to log in and see that expert’s record.</p>}
      {data && data.experts.length > 0 ? (
        <ul css={gridCss} aria-label="Experts">
          {data.experts.map((expert) => (
            <ExpertCard
              key={expert.user_id}
              expert={expert}
              byLogin={!signedIn}
              action={<FollowButton compact name={expert.full_name} following={follows(expert)} waits={waits(expert)} onToggle={() => toggle(expert)} />}
            />
          ))}
        </ul>
      ) : data ? (
        <EmptyState
          title="No expert matches these filters"
          text="Take a filter away to see more."
          action={<Button onClick={() => go(NO_FILTER)}>Clear filters</Button>}
        />
      ) : error?.code === 'PERF_NOT_ALLOWED' ? (
        <EmptyState
          title="Experts are not ranked here"
          text="This site shows no past results, so no order is made of them."
          action={<Button onClick={() => go({ sort: 'neutral' })}>Show them shuffled</Button>}
        />
      ) : error ? (
        <ErrorState what="the experts" onRetry={refetch} error={error} />
      ) : (
        loading && (
          <SkeletonHost label="Loading the experts" screen>
            <div css={gridCss}>
              {Array.from({ length: 6 }, (_, at) => (
                <Skeleton key={at} height={240} />
              ))}
            </div>
          </SkeletonHost>
        )
      )}
    </>
  );
}

function Word({ value, onWord }: { value: string; onWord: (word: string) => void }) {
  const [typed, setTyped] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is waited for.
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onWord(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that changed by other means, as by Clear filters.
  useEffect(() => {
    if (value !== typed.trim()) setTyped(value);
  }, [value]);
  return (
    <TextField
      label="Name, number or city"
      labelHidden
      placeholder="Name, number or city"
      type="search"
      maxLength={60}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
