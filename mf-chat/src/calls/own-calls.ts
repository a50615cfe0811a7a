import { myOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { myCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallStatus } from '@vimarsh/shared/contract/calls/types.ts';
import { STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import type { QueryError } from '@vimarsh/shared/kit/query/query-error.ts';

/** A call of the signed-in expert, as lists to choose from name it. */
export interface OwnCall {
  readonly id: string;
  readonly label: string;
  readonly status: CallStatus;
  readonly published_at: string;
  /** The author's SEBI registration. */
  readonly reg_no: string;
}

export interface OwnCalls {
  readonly calls: readonly OwnCall[];
  readonly loading: boolean;
  /** Where neither kind could be read. */
  readonly error: QueryError | null;
  readonly refetch: () => void;
}

const MOST = '50';

/** The expert's own calls of both kinds, the latest first. One kind that can't be read leaves the other. */
export function useOwnCalls(tab: 'open' | 'closed'): OwnCalls {
  const options = { shown: true, told: ['FORBIDDEN', 'NOT_FOUND'] };
  const shares = useQuery(myCalls, { query: { tab, limit: MOST } }, options);
  const contracts = useQuery(myOptionCalls, { query: { tab, limit: MOST } }, options);
  const onShares = (shares.data?.items ?? []).map(({ id, stock, call_type, status, published_at, expert }) => ({
    id,
    label: `${call_type} ${stock}`,
    status,
    published_at,
    reg_no: expert.reg_no,
  }));
  const onContracts = (contracts.data?.items ?? []).map(({ id, underlying, strategy, status, published_at, expert }) => ({
    id,
    label: `${underlying} ${STRATEGY_LABEL[strategy]}`,
    status,
    published_at,
    reg_no: expert.reg_no,
  }));
  return {
    calls: [...onShares, ...onContracts].sort((one, other) => other.published_at.localeCompare(one.published_at)),
    loading: shares.loading || contracts.loading,
    error: shares.error && contracts.error ? shares.error : null,
    refetch() {
      shares.refetch();
      contracts.refetch();
    },
  };
}
