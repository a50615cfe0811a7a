import { css } from '@emotion/react';
import { readPost } from '@vimarsh/shared/contract/buzz/routes.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';

const listCss = css`
  display: grid;
  gap: var(--s-16);
  margin: 0;
  padding: 0;
  list-style: none;
  & h3 {
    color: var(--ink-2);
    font-size: var(--t-13);
    font-weight: 500;
  }
  & p {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

/** The texts that readers saw before the present one, the oldest first. */
export function HistoryDialog({ post, onClose }: { post: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(readPost, { params: { post } }, { shown: true });
  return (
    <Dialog open onClose={onClose} title="Earlier texts">
      {data ? (
        <ol css={listCss}>
          {data.versions.map(({ text, from, until }) => (
            <li key={from}>
              <h3>
                {formatIst(from)} – {formatIst(until)}
              </h3>
              <p dir="auto" translate="no">
                {text}
              </p>
            </li>
          ))}
        </ol>
      ) : error ? (
        <ErrorState what="the earlier texts" error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={2} height={64} />
      )}
    </Dialog>
  );
}
