import { formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { Query } from '@vimarsh/shared/kit/query/query.ts';
import { SkeletonHost, SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import type { ReactNode } from 'react';
import { heedCss, partsCss, quietCss } from '../trading-css.ts';

interface ToldProps<V> {
  /** "your positions". */
  what: string;
  answer: Query<{ value: V | null; at: string | null; refused: string; left_out: number }>;
  broker: string;
  children: (value: V) => ReactNode;
}

/** One of the broker's books as it told it last, with the time; or why it tells nothing now. */
export function Told<V>({ what, answer: { data, error, refetch }, broker, children }: ToldProps<V>) {
  if (!data)
    return error ? (
      <ErrorState what={what} onRetry={refetch} error={error} />
    ) : (
      <SkeletonHost label={`Loading ${what}`} screen>
        <SkeletonRows rows={4} height={56} />
      </SkeletonHost>
    );
  if (data.value === null)
    return <EmptyState title={`${broker} does not tell ${what} now`} text={data.refused || 'Log in with your broker, or try again in a moment.'} />;
  return (
    <div css={partsCss}>
      {data.refused && (
        <p css={heedCss} role="status">
          {data.refused}
        </p>
      )}
      {children(data.value)}
      {data.left_out > 0 && <p css={quietCss}>Only the first are shown: {formatNumber(data.left_out)} more stand at your broker.</p>}
      {data.at && (
        <p css={quietCss}>
          By the book of {broker}, read {formatIst(data.at)}.
        </p>
      )}
    </div>
  );
}
