import { css } from '@emotion/react';
import type { LastResults } from '@vimarsh/shared/contract/calls/public-view.ts';
import { formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { media } from '@vimarsh/shared/ui/page/layout.ts';

/** Height of the field and the largest dot, px. */
const [HEIGHT, LARGEST, GAP] = [200, 14, 2];
/** On a phone: as many columns stand beside each other in 300 px. */
const [PHONE_HEIGHT, PHONE_WIDTH, PHONE_LARGEST] = [140, 300, 9];
const MOST_TICKS = 8;
const TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

const fieldCss = css`
  position: relative;
  height: ${HEIGHT}px;
  border-bottom: 1px solid var(--line-strong);
  --dot: var(--wide);
  & > i {
    position: absolute;
    bottom: calc(var(--dot-row) * (var(--dot) + ${GAP}px) + 1px);
    width: var(--dot);
    height: var(--dot);
    margin-left: calc(var(--dot) / -2);
    border-radius: 50%;
    border: 2px solid var(--loss);
  }
  & > i[data-way='gain'] {
    border-color: var(--gain);
    background: var(--gain);
  }
  & > u {
    position: absolute;
    inset-block: 0;
    border-left: 1px dashed var(--line-strong);
  }
  /* Filled and hollow are drawn with backgrounds, which forced colours would take away. */
  @media (forced-colors: active) {
    & > i {
      forced-color-adjust: none;
      border-color: CanvasText;
    }
    & > i[data-way='gain'] {
      border-color: CanvasText;
      background: CanvasText;
    }
  }
  ${media.phone} {
    --dot: var(--narrow);
    height: ${PHONE_HEIGHT}px;
    & > i {
      border-width: 1.5px;
    }
  }
`;
const axisCss = css`
  position: relative;
  height: 20px;
  font-size: var(--t-12);
  color: var(--ink-3);
  font-variant-numeric: tabular-nums;
  & > span {
    position: absolute;
    top: 4px;
    transform: translateX(-50%);
    /* Half of "+100%": a figure beyond the right edge would make a phone's page wider than the phone. */
    left: clamp(22px, var(--at), 100% - 22px);
  }
`;
/** Every call as a dot over its return: hollow for a loss, filled for a gain, all of one size. The sentence and the figures beside it say the same. */
export function DotField({ results: { columns, step, gained, lost, lowest, highest } }: { results: LastResults }) {
  const low = Math.min(0, columns[0]!.from);
  const high = Math.max(0, columns.at(-1)!.from + step);
  const at = (value: number): string => `${(100 * (value - low)) / (high - low)}%`;
  const tallest = Math.max(...columns.map((column) => column.gained + column.lost));
  const dot = Math.min(LARGEST, Math.floor(HEIGHT / tallest) - GAP);
  const beside = Math.floor((PHONE_WIDTH * step) / (high - low)) - 1;
  const narrow = Math.max(3, Math.min(PHONE_LARGEST, beside, Math.floor(PHONE_HEIGHT / tallest) - GAP));
  const every = TICKS.find((width) => (high - low) / width <= MOST_TICKS) ?? TICKS.at(-1)!;
  const ticks = Array.from({ length: Math.floor(high / every) - Math.ceil(low / every) + 1 }, (_, tick) => (Math.ceil(low / every) + tick) * every);
  return (
    <div role="img" aria-label={`${gained} calls gained, ${lost} lost. Returns from ${formatPercent(lowest)} to ${formatPercent(highest)}.`}>
      <div css={fieldCss} style={{ '--wide': `${dot}px`, '--narrow': `${narrow}px` } as object}>
        <u style={{ left: at(0) }} />
        {columns.flatMap((column) =>
          Array.from({ length: column.gained + column.lost }, (_, row) => (
            <i
              key={`${column.from} ${row}`}
              data-way={row < column.lost ? 'loss' : 'gain'}
              style={{ left: at(column.from + step / 2), '--dot-row': row } as object}
            />
          )),
        )}
      </div>
      <div css={axisCss}>
        {ticks.map((tick) => (
          <span key={tick} style={{ '--at': at(tick) } as object}>
            {formatPercent(tick).replace('.00', '')}
          </span>
        ))}
      </div>
    </div>
  );
}
