import type { ExpertCard } from '@vimarsh/shared/contract/calls/expert-card.ts';
import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';

/** The experts of this site; none until they are known. `refetch` reads them again. */
export function useExperts(): { experts: readonly ExpertCard[]; refetch: () => void } {
  const { data, refetch } = useQuery(listExperts, { query: { limit: '50' } });
  return { experts: data ?? [], refetch };
}
