import { css } from '@emotion/react';
import { listOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { optionCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';

const boxCss = css`
  display: grid;
  gap: var(--s-4);
  color: var(--ink-2);
  & b {
    color: var(--ink);
    font-weight: 600;
  }
`;

/**
 * What an open call to sell means: what a holder does, what nobody else can do with shares, and open option calls of the same expert on the stock that
 * gain from a fall, as far as the reader may see them: those that can still be entered where there are any, the nearest expiry first.
 */
export function HolderLine({ call }: { call: Call }) {
  const { data } = useQuery(listOptionCalls, {
    query: { view: 'live', stock: call.stock, user_id: call.expert.user_id, outlook: 'bearish', enter: 'first', limit: '3' },
  });
  const nearest = data?.items.toSorted((a, b) => a.expiry.localeCompare(b.expiry));
  return (
    <div css={boxCss}>
      <p>
        <b>If you hold it: reduce.</b>{' '}
        {call.term === 'intraday'
          ? 'If you do not: shares can be sold first and bought back on the same day.'
          : 'If you do not: shares can’t be sold short overnight. A future or a bought put gains from a fall; see the options of this stock before you use one.'}
      </p>
      {nearest?.map((option) => (
        <p key={option.id}>
          <Link to={optionCallAddress(option.id)}>
            {STRATEGY_LABEL[option.strategy]} by the same expert, expires {formatDay(option.expiry)}
          </Link>
          {option.now?.entry_passed && (
            <>
              {' '}
              <Badge tone="warn">Entry passed</Badge>
            </>
          )}
        </p>
      ))}
    </div>
  );
}
