import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import type { PublicView } from '@vimarsh/shared/contract/calls.contract.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useCallback, useEffect, useState } from 'react';
import { firstView } from './first-view.ts';

/** Content that came with the page counts as new for so long after it was loaded, ms. */
const FRESH_MS = 60_000;

export interface PublicViewState {
  view: PublicView | null;
  /** Set when the last try failed; `view` may still hold what came before. */
  failed: Pick<Answer<unknown>, 'validation' | 'request_id'> | null;
  refetch: () => void;
}

/**
 * The public view. On the page's first address it is in the page and nothing is asked; else it is asked for, with the
 * contract loaded then: this screen is where the portal's bytes are counted.
 */
export function usePublicView(): PublicViewState {
  const session = useSessionApi();
  const [view, setView] = useState<PublicView | null>(() => firstView(session.page().first));
  const [failed, setFailed] = useState<PublicViewState['failed']>(null);
  const refetch = useCallback(async () => {
    const { readPublicView } = await import('@vimarsh/shared/contract/calls.contract.ts');
    const answer = await session.request(readPublicView, {}, { quiet: 'unreachable' });
    if (answer.data) setView(answer.data);
    setFailed(answer.data ? null : answer);
  }, [session]);
  const again = useCallback(() => void refetch().catch(() => setFailed({ validation: '' })), [refetch]);
  const [mustAsk] = useState(() => view === null || performance.now() > FRESH_MS);
  useEffect(() => {
    if (mustAsk) again();
  }, [mustAsk, again]);
  return { view, failed, refetch: again };
}
