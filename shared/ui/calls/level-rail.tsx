import { css } from '@emotion/react';
import { formatInr } from '../../domain/text/formats.ts';
import { type RailLevels, readRail } from './rail.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-4);
`;
const railCss = css`
  position: relative;
  display: block;
  min-width: 88px;
  height: 20px;
  overflow: clip;
  overflow-clip-margin: 2px;
  & > * {
    position: absolute;
    display: block;
  }
  /* Drawn with backgrounds, which forced colours would take away. */
  @media (forced-colors: active) {
    forced-color-adjust: none;
    --surface: Canvas;
    --line-strong: CanvasText;
    --ink: CanvasText;
    --ink-2: CanvasText;
    --ink-3: CanvasText;
    --gain: CanvasText;
    --loss: CanvasText;
  }
`;
/** The line runs between the two ends, so that positions 0 and 1 are on the end marks. */
const lineCss = css`
  inset: 9px 6px;
  height: 2px;
  border-radius: 1px;
  background: var(--line-strong);
`;
const spanCss = css`
  inset: 0 6px;
`;
const stopCss = css`
  position: absolute;
  left: calc(var(--stop) * 100%);
  top: 4px;
  width: 3px;
  height: 12px;
  margin-left: -2px;
  background: var(--ink-3);
`;
const targetCss = css`
  right: 2px;
  top: 6px;
  width: 8px;
  height: 8px;
  border: 2px solid var(--ink-3);
  transform: rotate(45deg);
`;
const entryCss = css`
  position: absolute;
  top: 5px;
  width: 2px;
  height: 10px;
  margin-left: -1px;
  background: var(--ink-2);
  left: calc(var(--entry) * 100%);
`;
const fillCss = css`
  position: absolute;
  top: 8px;
  left: calc(min(var(--entry), var(--price)) * 100%);
  width: calc(max(var(--entry) - var(--price), var(--price) - var(--entry)) * 100%);
  height: 4px;
  border-radius: 1px;
  transition: left var(--state), width var(--state);
  &[data-way='gain'] {
    background: var(--gain);
  }
  &[data-way='loss'] {
    background: repeating-linear-gradient(115deg, var(--loss) 0 3px, transparent 3px 5px);
  }
`;
/** As wide as the span, so that a percentage transform moves the marker without layout. */
const slideCss = css`
  position: absolute;
  inset: 0;
  pointer-events: none;
  transform: translateX(calc(var(--price) * 100%));
  transition: transform var(--state);
`;
const markCss = css`
  position: absolute;
  left: -6px;
  top: 4px;
  width: 12px;
  height: 12px;
  border-radius: 50%;
  border: 2px solid var(--surface);
  background: var(--ink);
  &[data-kind='waiting'] {
    background: var(--surface);
    border-color: var(--ink);
  }
  &[data-kind='closed'] {
    border-radius: 2px;
  }
  &[data-way='gain'][data-kind='closed'] {
    background: var(--gain);
  }
  &[data-way='loss'][data-kind='closed'] {
    background: var(--loss);
  }
`;
const labelsCss = css`
  position: relative;
  display: flex;
  justify-content: space-between;
  font-size: var(--t-12);
  line-height: 1.3;
  color: var(--ink-3);
  font-variant-numeric: tabular-nums;
  & b {
    display: block;
    font-size: var(--t-13);
    font-weight: 600;
    color: var(--ink);
  }
  & > :last-child {
    text-align: right;
  }
`;
/** In a row: the entry's label above the rail, stop and target below, so that three prices never meet. */
const rowCss = css`
  position: relative;
  display: grid;
  color: var(--ink-3);
  font-size: var(--t-12);
  line-height: 15px;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  & b {
    margin-left: 2px;
    font-weight: 600;
    color: var(--ink);
  }
`;
/** The stop-loss near its bar, the target at its end: what room is left stands between them. */
const belowCss = css`
  display: flex;
  &::before {
    content: '';
    flex: var(--stop) 1 0;
  }
  & > :last-child {
    flex: calc(1 - var(--stop)) 1 auto;
    padding-left: var(--s-8);
    text-align: right;
  }
`;
/** Over its tick, and never out of the row. */
const aboveCss = css`
  justify-self: start;
  margin-left: clamp(0%, calc(var(--entry) * 100%), 100%);
  transform: translateX(calc(var(--entry) * -100%));
`;
/** Below its mark, but clear of the labels at the ends. */
const middleCss = css`
  position: absolute;
  left: clamp(min(var(--side), 50%), var(--at) * 100%, max(100% - var(--side), 50%));
  transform: translateX(-50%);
  text-align: center;
`;

export interface LevelRailProps extends RailLevels {
  /** `tiny` without figures; `row` with its levels in small figures around it; `full` with larger ones underneath. */
  size?: 'tiny' | 'row' | 'full';
}

/**
 * A call's position between its stop-loss (left, a bar) and its target (right, a diamond), for Buy and Sell alike. A stop-loss that was
 * moved past the entry stands between entry and target.
 * The tick is the entry, the round marker the live price, and the filled part the distance travelled: solid towards the
 * target, hatched towards the stop; nothing for a Hold, which has a band and no way. A closed call shows a square where it ended.
 */
export function LevelRail({ size = 'tiny', ...levels }: LevelRailProps) {
  const rail = readRail(levels);
  const entry = levels.entryText ?? formatInr(levels.entry);
  const kind = rail.closed ? 'closed' : rail.waiting ? 'waiting' : 'live';
  const drawn = (
    <span
      role="img"
      aria-label={rail.text}
      css={railCss}
      style={{ '--stop': rail.stopAt, '--entry': rail.entryAt, '--price': rail.priceAt ?? rail.entryAt } as object}
    >
      <span css={lineCss} />
      <span css={targetCss} />
      <span css={spanCss}>
        <span css={stopCss} />
        <span css={entryCss} />
        {!rail.waiting && rail.priceAt !== null && rail.direction !== 'none' && <span css={fillCss} data-way={rail.direction} />}
        {rail.priceAt !== null && (
          <span css={slideCss}>
            <span css={markCss} data-kind={kind} data-way={rail.direction} />
          </span>
        )}
      </span>
    </span>
  );
  const place = { '--entry': rail.entryAt, '--stop': rail.stopAt } as object;
  const stop: Label = { name: levels.published ? 'Published stop-loss' : 'Stop-loss', value: formatInr(levels.stop), at: rail.stopAt };
  const entered: Label = { name: levels.entered ? 'Entered' : 'Entry', value: entry, at: rail.entryAt };
  if (size === 'row')
    return (
      <span css={rowCss}>
        <span css={aboveCss} style={place} aria-hidden="true">
          {entered.name} <b>{entry}</b>
        </span>
        {drawn}
        <span css={belowCss} style={place} aria-hidden="true">
          <span>
            {levels.published ? 'Published stop' : 'Stop'} <b>{stop.value}</b>
          </span>
          <span>
            Target <b>{formatInr(levels.target)}</b>
          </span>
        </span>
      </span>
    );
  return (
    <span css={boxCss}>
      {drawn}
      {size === 'full' && (
        <Labels left={rail.stopAt > rail.entryAt ? entered : stop} middle={rail.stopAt > rail.entryAt ? stop : entered} target={levels.target} />
      )}
    </span>
  );
}

interface Label {
  name: string;
  value: string;
  at: number;
}

/** The figures of a rail in the order of its marks. */
function Labels({ left, middle, target }: { left: Label; middle: Label; target: number }) {
  return (
    <span css={labelsCss} aria-hidden="true">
      <span>
        {left.name}
        <b>{left.value}</b>
      </span>
      <span css={middleCss} style={{ '--at': middle.at, '--side': `calc(88px + ${middle.value.length / 2}ch)` } as object}>
        {middle.name}
        <b>{middle.value}</b>
      </span>
      <span>
        Target<b>{formatInr(target)}</b>
      </span>
    </span>
  );
}
