import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useState } from 'react';

/** Of the experts a person follows, for an empty list. */
export const NONE_FROM_FOLLOWED = {
  open: 'No open calls from the experts you follow',
  closed: 'No closed calls from the experts you follow',
  cancelled: 'No cancelled calls from the experts you follow',
} as const;

/** Whether the caller is known to follow nobody: while the experts are not known it is not. Asked for once: the list around it needs no cache. */
export function useFollowsNobody(): boolean {
  const { request } = useSessionApi();
  const [nobody, setNobody] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    const options = { quiet: true, signal: gone.signal };
    void request(listExperts, { query: { limit: '50' } }, options).then(({ data }) => {
      if (!gone.signal.aborted && data && data.length > 0) setNobody(!data.some(({ following }) => following));
    });
    return () => gone.abort();
  }, [request]);
  return nobody;
}
