import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import { useAgain } from '@vimarsh/shared/kit/connection.ts';
import { isPageOld } from '@vimarsh/shared/kit/page-age.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useCallback, useEffect, useState } from 'react';
import { firstView } from './first-view.ts';

/** How long content that came with the page counts as fresh, ms. */
const FRESH_MS = 60_000;

export interface PublicViewState {
  view: PublicView | null;
  /** Set when the last attempt failed; `view` may still hold earlier content. */
  failed: Pick<Answer<unknown>, 'validation' | 'request_id'> | null;
  refetch: () => void;
}

/**
 * The public view. On the first address a visit opens, it comes with the page and nothing is requested. Otherwise, and when
 * the page was kept from another visit, it is requested and the contract is loaded only then, because this screen's bytes
 * are the portal's budget.
 */
export function usePublicView(): PublicViewState {
  const session = useSessionApi();
  const [view, setView] = useState<PublicView | null>(() => firstView(session.page().first));
  const [failed, setFailed] = useState<PublicViewState['failed']>(null);
  const refetch = useCallback(() => {
    import('@vimarsh/shared/contract/calls/routes.ts')
      .then(({ readPublicView }) => session.request(readPublicView, {}, { quiet: 'unreachable' }))
      .then(
        (answer) => {
          if (answer.data) setView(answer.data);
          setFailed(answer.data ? null : answer);
        },
        () => setFailed({ validation: '' }),
      );
  }, [session]);
  const [mustAsk] = useState(() => view === null || performance.now() > FRESH_MS || isPageOld(session.page()));
  useEffect(() => {
    if (mustAsk) refetch();
  }, [mustAsk, refetch]);
  useAgain(failed !== null, refetch);
  return { view, failed, refetch };
}
