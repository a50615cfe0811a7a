import { useEffect, useMemo } from 'react';
import type { Data, Request, Route } from '../../contract/route.ts';
import { mayPass } from '../connection.ts';
import { LATE } from './late.ts';
import { type Query, type QueryOptions, useQuery } from './query.ts';
import { useSeen } from './seen.ts';

/** `useQuery` for a screen that is worth a look without a connection: where nothing answers, what this browser saw last stands, `stale`. */
export function useSeenQuery<R extends Route>(route: R, input?: Request<R>, options?: QueryOptions): Query<Data<R>> {
  const query = useQuery(route, input, options);
  const seen = useSeen(route, input);
  const { data, stale, asOf, error } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is kept for who is there when it comes, never for who comes after them.
  useEffect(() => {
    if (data !== undefined && !stale && asOf) seen.keep(data, asOf);
  }, [data, stale, asOf]);
  const unanswered = data === undefined && error !== null && (error === LATE || mayPass(error.code));
  const last = useMemo(() => (unanswered ? seen.last() : null), [unanswered, seen]);
  return last ? { ...query, data: last.data, stale: true, asOf: last.at } : query;
}
