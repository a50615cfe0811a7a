import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';

const PLACE = {
  desk: css`
    @media (max-width: 599.98px) {
      display: none;
    }
  `,
  phone: css`
    margin-left: var(--s-4);
    /* The line stays as high as the price. */
    & > * {
      margin-block: -4px;
    }
    @media (min-width: 600px) {
      display: none;
    }
  `,
} as const;

export interface ConflictChipProps {
  call: Pick<Call, 'conflicts'>;
  /** Where a row has another place for it on the other kind of screen. */
  only?: keyof typeof PLACE;
}

/** On a phone the chip stands beside the price, where there is room for two words. */
function wordsOf(conflicts: number, short: boolean): string {
  if (short) return conflicts === 1 ? '1 conflict' : `${conflicts} conflicts`;
  return conflicts === 1 ? '1 conflict declared' : `${conflicts} conflicts declared`;
}

/** How many conflicts of interest the author declared with a call. The drawer has their sentences. */
export function ConflictChip({ call: { conflicts }, only }: ConflictChipProps) {
  if (!conflicts) return null;
  return (
    <span css={only && PLACE[only]} title="Conflicts of interest that the author declared">
      <Badge tone="warn">{wordsOf(conflicts, only === 'phone')}</Badge>
    </span>
  );
}
