import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { railOf } from '@vimarsh/shared/ui/call.view.ts';
import { hiddenCss } from '@vimarsh/shared/ui/hidden.tsx';
import { LevelRail } from '@vimarsh/shared/ui/level-rail.tsx';
import { LEVEL_COLUMNS, LOOSE_LEVELS, WIDE } from './row-layout.ts';

/** On a phone the rail is above its levels; on wider lists both are columns of the row. */
const wayCss = css`
  grid-area: way;
  display: grid;
  gap: var(--s-4);
  ${WIDE.two} {
    display: contents;
  }
`;
const levelsCss = css`
  display: grid;
  grid-template-columns: ${LOOSE_LEVELS};
  gap: var(--s-8);
  font-variant-numeric: tabular-nums;
  & div {
    display: grid;
    gap: 2px;
    justify-items: center;
  }
  & div:first-of-type {
    justify-items: start;
  }
  & div:last-of-type {
    justify-items: end;
  }
  & dt {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  & dd {
    font-weight: 600;
  }
  ${WIDE.two} {
    grid-area: levels;
  }
  ${WIDE.one} {
    & dt {
      ${hiddenCss}
    }
    grid-template-columns: ${LEVEL_COLUMNS};
    gap: 6px;
    font-size: var(--t-12);
    align-items: center;
    & div:nth-of-type(n) {
      justify-items: end;
      text-align: right;
    }
  }
`;
const railCss = css`
  ${WIDE.two} {
    grid-area: rail;
  }
`;

/** The rail from stop-loss to target, and the three levels in ₹. */
export function RowLevels({ call, ltp }: { call: Call; ltp: number | null }) {
  const rail = railOf(call, ltp);
  return (
    <div css={wayCss}>
      <span css={railCss}>
        <LevelRail {...rail} />
      </span>
      <dl css={levelsCss}>
        <div>
          <dt>Stop-loss</dt>
          <dd>{formatInr(call.stop_loss)}</dd>
        </div>
        <div>
          <dt>{rail.entered ? 'Entered' : 'Entry'}</dt>
          <dd>{rail.entryText}</dd>
        </div>
        <div>
          <dt>Target</dt>
          <dd>{formatInr(call.target_price)}</dd>
        </div>
      </dl>
    </div>
  );
}
