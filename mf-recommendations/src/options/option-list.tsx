import { css } from '@emotion/react';
import type { OptionCall, OptionPage } from '@vimarsh/shared/contract/calls/options/types.ts';
import { COUNT_CEILING } from '@vimarsh/shared/contract/calls/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { LineOf } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { type ReactNode, useRef } from 'react';
import { useListKeys } from '../call/list/list-keys.ts';
import { rowsBoxCss } from '../call/list/rows-box.ts';
import { useOnTicks } from './on-ticks.ts';
import { OptionRow, optionRowCss } from './option-row.tsx';
import { OptionSum } from './option-sum.tsx';

const boxCss = css`
  display: grid;
  gap: var(--s-16);
`;
const footCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-12);
  color: var(--ink-2);
  font-size: var(--t-13);
`;

export interface OptionListProps {
  /** Accessible name: "Live option calls". */
  label: string;
  page: OptionPage;
  settled: boolean;
  /** The rows begin with the best results. */
  byResult?: boolean;
  /** URL of the list with a call's drawer open. */
  to: (id: string) => string;
  openId: string;
  onOpen: (id: string) => void;
  action: (call: OptionCall) => ReactNode;
  waiting: number;
  onWaiting: () => void;
  /** Reads the list again: quotes come with it. */
  refetch: () => void;
  more: boolean;
  onMore: () => void;
  /** What authors’ option calls have made, where it stands beside their names. */
  lineOf?: LineOf;
}

/** A list of option calls. `j` and `k` move through it, Enter opens a call. */
export function OptionList({
  label,
  page,
  settled,
  byResult = false,
  to,
  openId,
  onOpen,
  action,
  waiting,
  onWaiting,
  refetch,
  more,
  onMore,
  lineOf,
}: OptionListProps) {
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, page.items, openId, onOpen);
  useOnTicks(
    page.items.flatMap(({ status, underlying }) => (isOpenCall(status) ? [underlying] : [])),
    refetch,
  );
  const total = Math.max(page.total, page.items.length);
  return (
    <div css={boxCss}>
      {waiting > 0 && (
        <Button kind="primary" onClick={onWaiting}>
          {waiting === 1 ? '1 new call' : `${formatNumber(waiting)} new calls`}
        </Button>
      )}
      <OptionSum page={page} settled={settled} byResult={byResult} />
      <div css={rowsBoxCss}>
        <ul ref={list} aria-label={label}>
          {page.items.map((call) => (
            <OptionRow
              key={call.id}
              call={call}
              to={to(call.id)}
              now={page.as_of}
              action={action(call)}
              line={lineOf?.(call.expert.user_id, call.on_margin ? 'margin' : 'limited')}
            />
          ))}
        </ul>
      </div>
      <div css={footCss}>
        <span role="status">
          {formatNumber(page.items.length)} of {`${formatNumber(total)}${page.next && page.total >= COUNT_CEILING ? '+' : ''}`} calls
        </span>
        {page.next && (
          <Button onClick={onMore} busy={more}>
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

const BONES = [
  ['name', '60%', 24],
  ['gain', '96px', 16],
  ['age', '72px', 16],
  ['sketch', '100%', 48],
  ['most', '80%', 16],
  ['expert', '150px', 24],
] as const;

/** The list's box while it loads: bones where the rows have what they stand for. */
export function OptionListSkeleton() {
  return (
    <SkeletonHost label="Loading calls" screen>
      <div css={rowsBoxCss}>
        {Array.from({ length: 6 }, (_, row) => (
          <div key={row} css={optionRowCss}>
            {BONES.map(([area, width, height]) => (
              <span key={area} style={{ gridArea: area, minWidth: 0 }}>
                <Skeleton width={width} height={height} />
              </span>
            ))}
          </div>
        ))}
      </div>
    </SkeletonHost>
  );
}
