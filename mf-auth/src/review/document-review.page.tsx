import { css } from '@emotion/react';
import { decideKyc, kycQueue } from '@vimarsh/shared/contract/profile/routes.ts';
import type { ReviewedDocument } from '@vimarsh/shared/contract/profile/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { PROFILE_UPDATE } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useQuery, useRefresh } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { Section } from '../account/section.tsx';
import { DecisionDialog } from './decision.dialog.tsx';
import { DocumentRow } from './document-row.tsx';
import { groupDocuments } from './group-documents.ts';
import { type DecisionAnswer, reviewMachine, type SentDecision } from './review.machine.ts';

/** File links expire after five minutes, so the list with its links is reloaded sooner. */
const AGAIN_MS = 4 * 60_000;
const OUTCOMES = {
  waiting: 'Recorded. It takes effect when a second admin decides the same.',
  done: 'Settled. The owner has been told.',
  disagreed: 'The two decisions differ: the review starts again.',
} as const;

const listCss = css`
  width: 100%;
  margin: 0;
  padding: 0;
  list-style: none;
`;

/** Documents that wait for two admins to agree. Only admins get here; the server checks that again on every call. */
export function Page() {
  const session = useSession();
  const { user } = session;
  return (
    <Screen title="Document review">
      {user && may(callerOf(session), 'admin.review-documents') ? (
        <Queue me={user.id} />
      ) : (
        <Section title="Only admins review documents.">
          <p>Your profile shows the status of your own documents.</p>
          <Link to={`${PROFILE_UPDATE}?active_step=2`} css={buttonCss('primary')}>
            My documents
          </Link>
        </Section>
      )}
    </Screen>
  );
}

function Queue({ me }: { me: string }) {
  const session = useSessionApi();
  const refresh = useRefresh();
  const { data, error, refetch } = useQuery(kycQueue, undefined, { fresh: 0, every: AGAIN_MS, shown: true });
  const machine = useMemo(
    () =>
      reviewMachine.provide({
        actors: {
          send: fromPromise<DecisionAnswer, SentDecision>(({ input, signal }) => session.request(decideKyc, { body: input }, { signal })),
        },
      }),
    [session],
  );
  const [state, send, actor] = useMachine(machine);
  useEffect(() => {
    const decided = actor.on('decided', ({ answer }) => {
      if (answer.status && answer.data) session.notify({ kind: 'success', title: 'Success', text: OUTCOMES[answer.data.outcome], ms: 3000 });
      refresh(kycQueue);
    });
    return () => decided.unsubscribe();
  }, [actor, session, refresh]);

  if (!data) return error ? <ErrorState what="the documents" onRetry={refetch} error={error} /> : <SkeletonRows rows={3} height={160} screen />;
  const decide = (document: ReviewedDocument, decision: 'verify' | 'reject') => send({ type: 'DECIDE', document, decision });
  const { context } = state;
  return (
    <>
      <p role="status">
        {data.waiting === 0
          ? ''
          : `${formatNumber(data.waiting)} ${data.waiting === 1 ? 'document is waiting' : 'documents are waiting'}${data.waiting > data.documents.length ? `; these are the ${data.documents.length} oldest` : ''}. A link opens its file for five minutes and only for you. Every opening is recorded.`}
      </p>
      {data.documents.length === 0 && (
        <Section title="No documents are waiting.">
          <p>Documents sent from a profile appear here at once.</p>
        </Section>
      )}
      {groupDocuments(data.documents).map(({ user_id, full_name, profession, reg_no, documents }) => (
        <Section key={user_id} title={full_name}>
          <p>
            {profession}
            {reg_no && ` · ${reg_no}`}
          </p>
          <ul css={listCss} aria-label={`Documents of ${full_name}`}>
            {documents.map((document) => (
              <DocumentRow key={document.id} document={document} own={user_id === me} onDecide={(decision) => decide(document, decision)} />
            ))}
          </ul>
        </Section>
      ))}
      <DecisionDialog
        document={context.document}
        decision={context.decision}
        reason={context.reason}
        problem={context.problem}
        open={!state.matches('choosing')}
        busy={state.matches('sending')}
        onReason={(reason) => send({ type: 'REASON', reason })}
        onConfirm={() => send({ type: 'CONFIRM' })}
        onClose={() => send({ type: 'DISMISS' })}
      />
    </>
  );
}
