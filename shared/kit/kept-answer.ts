import { hashKey } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Data, Request, Route } from '../contract/route.ts';
import { keyOf, type Received, useClient } from './query.ts';
import { useSessionApi } from './session.ts';

/**
 * The data that another query of the screen last brought for this input; undefined before it came, and where nothing asks for it. It
 * asks for nothing and knows nothing of how that went, so who shows figures that change often is drawn anew at little cost.
 */
export function useKeptAnswer<R extends Route>(route: R, input?: Request<R>): Data<R> | undefined {
  const cache = useClient().getQueryCache();
  const hash = hashKey(keyOf(useSessionApi(), route, input));
  const subscribe = useCallback((changed: () => void) => cache.subscribe(({ query }) => query.queryHash === hash && changed()), [cache, hash]);
  return useSyncExternalStore(subscribe, () => (cache.get(hash)?.state.data as Received<Data<R>> | undefined)?.data ?? undefined);
}
