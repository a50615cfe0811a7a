import { css } from '@emotion/react';
import type { readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallDetail } from '@vimarsh/shared/contract/calls/types.ts';
import type { RiskCategory } from '@vimarsh/shared/contract/risk-profile/types.ts';
import { Boundary } from '@vimarsh/shared/kit/boundary.tsx';
import type { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Drawer } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { CallDisclosures } from './call-disclosures.tsx';
import { CallRationale } from './call-rationale.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { ConflictLine } from './conflict-line.tsx';
import type { CallSubject } from './disclosure-questions.ts';
import { PostMortemLine } from './post-mortem-line.tsx';
import { RiskLine } from './risk-line.later.tsx';

const bodyCss = css`
  display: grid;
  /* A chart keeps the width it was drawn with: the column must be able to get narrower than that. */
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-24);
  & h3 {
    font-size: var(--t-14);
    margin-bottom: var(--s-8);
  }
`;

/** What the drawer reads of a call of any kind. */
type Shown = ComponentProps<typeof PostMortemLine>['call'] & Pick<CallDetail, 'status' | 'expert' | 'disclosures' | 'rationale'>;

/** What a kind puts into the drawer of one of its calls. */
export interface DrawerParts {
  title: string;
  subject: CallSubject;
  brief: ReactNode;
  /** The way to an order that follows it. */
  act: ReactNode;
  /** What its author can do to it, where that stands in the drawer. */
  actions?: ReactNode;
  /** Its levels or legs, on a chart. */
  terms: ReactNode;
  /** How much risk it asks its follower to take. */
  band: RiskCategory;
  /** How it closed, as far as the timeline does not say it. */
  closing?: ReactNode;
  /** What its author says beside the rationale. */
  caution?: ReactNode;
  timeline: ComponentProps<typeof CallTimeline>['items'];
  proof: ReactNode;
}

export interface DrawerFrameProps<Call extends Shown> {
  /** Undefined until it is there. */
  call: Call | undefined;
  answer: Pick<ReturnType<typeof useQuery<typeof readCall>>, 'error' | 'asOf' | 'refetch'>;
  parts: (call: Call) => DrawerParts;
  /** Of the drawer until the call is there. */
  title: string;
  /** Heights of the chart and of what follows it, while they load. */
  bones: readonly [number, number];
  /** What stands there for codes of a refusal. */
  refusals?: Readonly<Record<string, ReactNode>>;
  onClose: () => void;
  /** What gets the focus at the end, where an address opened the drawer. */
  otherwise?: () => HTMLElement | null;
}

/** Everything about one call of any kind: its terms, the rationale, the timeline and the proof. */
export function DrawerFrame<Call extends Shown>({ call, answer, parts, title, bones, refusals, onClose, otherwise }: DrawerFrameProps<Call>) {
  const { error, asOf, refetch } = answer;
  const shown = call && parts(call);
  return (
    <Drawer open onClose={onClose} {...(otherwise && { otherwise })} title={shown?.title ?? title}>
      {call && shown ? (
        <div css={bodyCss}>
          {shown.brief}
          {shown.act}
          <PostMortemLine call={call} />
          <ConflictLine subject={shown.subject} disclosures={call.disclosures} />
          {shown.actions}
          {error && asOf && <StaleBadge asOf={asOf} />}
          {shown.terms}
          <RiskLine status={call.status} band={shown.band} />
          {shown.closing}
          <CallRationale rationale={call.rationale} />
          {shown.caution}
          <CallTimeline items={shown.timeline} />
          <section>
            <h3>Proof</h3>
            <Boundary what="The proof">{shown.proof}</Boundary>
          </section>
          <CallDisclosures author={call.expert} subject={shown.subject} disclosures={call.disclosures} aiUsed={call.rationale.ai_used} />
          <DisclosureStrip />
        </div>
      ) : error?.code === 'NOT_FOUND' ? (
        <EmptyState title="You see no call at this address" text="It may be outside your plan or on another site, or the address is incomplete." />
      ) : error?.code && refusals?.[error.code] ? (
        refusals[error.code]
      ) : error ? (
        <ErrorState what="the call" onRetry={refetch} error={error} />
      ) : (
        <SkeletonHost label="Loading the call">
          <div css={bodyCss}>
            <Skeleton height={32} width="70%" />
            <Skeleton height={96} />
            <Skeleton height={bones[0]} />
            <Skeleton height={bones[1]} />
          </div>
        </SkeletonHost>
      )}
    </Drawer>
  );
}
