import { css } from '@emotion/react';
import { listTickets } from '@vimarsh/shared/contract/support/routes.ts';
import { DEFAULTS } from '@vimarsh/shared/domain/first-choices.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { WriteToUs } from '@vimarsh/shared/ui/tickets/ticket-form.tsx';
import { TicketList } from '@vimarsh/shared/ui/tickets/ticket-list.tsx';
import { useState } from 'react';
import { Section } from './section.tsx';

/** As wide as the section, which leaves the width of its parts to them. */
const wholeCss = css`
  width: 100%;
`;

/** The three are in sight on a phone too. */
const tabsCss = css`
  max-width: 100%;
  @media (max-width: 479.98px) {
    & [role='tab'] {
      gap: var(--s-4);
      padding: 0 var(--s-8);
    }
  }
`;

type State = typeof DEFAULTS.supportState | 'OPEN' | 'ANSWERED';

/** Messages to us: a new one, those that wait for an answer, and those that have one. */
export function SupportTab() {
  const [state, setState] = useState<State>(DEFAULTS.supportState);
  const { data, error, refetch } = useQuery(listTickets, undefined, { fresh: 0, shown: true });
  const open = data?.filter(({ answered_at }) => answered_at === null) ?? [];
  const answered = data?.filter(({ answered_at }) => answered_at !== null) ?? [];
  const items = [
    { value: 'NEW_TICKET', label: 'Write to us' },
    { value: 'OPEN', label: 'Open', ...(data && { count: open.length }) },
    { value: 'ANSWERED', label: 'Answered', ...(data && { count: answered.length }) },
  ] as const;
  const shown = state === 'OPEN' ? open : answered;
  const list = () => {
    if (!data) return error ? <ErrorState what="your messages" onRetry={refetch} error={error} /> : <SkeletonRows rows={2} height={96} />;
    if (shown.length > 0) return <TicketList tickets={shown} />;
    return <p>{state === 'OPEN' ? 'Nothing waits for our answer.' : 'We have answered nothing yet.'}</p>;
  };
  return (
    <Section title="Messages to us">
      <div css={tabsCss}>
        <Tabs label="Messages to us" items={items} value={state} onChange={setState} panelId="support" />
      </div>
      <div css={wholeCss}>
        <TabPanel id="support" value={state}>
          {state === 'NEW_TICKET' ? <WriteToUs /> : list()}
        </TabPanel>
      </div>
    </Section>
  );
}
