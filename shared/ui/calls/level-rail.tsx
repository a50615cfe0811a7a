import { css } from '@emotion/react';
import { formatInr } from '../../domain/text/formats.ts';
import { type RailLevels, readRail } from './rail.ts';
import { LABEL_GAP, planLabels } from './rail-labels.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-4);
`;
/** A row's rail takes no more height than its marks do. */
const closeCss = css`
  gap: 0;
  margin-top: -4px;
  & > [role='img'] {
    margin-bottom: -3px;
  }
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
/** A bar as the published one, dashed: it came later. */
const raisedCss = css`
  position: absolute;
  left: calc(var(--raised) * 100%);
  top: 1px;
  height: 18px;
  margin-left: -1px;
  border-left: 2px dashed var(--ink-2);
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
/** The labels below a rail: each price in bold, below its word. */
const labelsCss = css`
  position: relative;
  display: block;
  height: 27px;
  font-size: var(--t-12);
  white-space: nowrap;
  color: var(--ink-3);
  font-variant-numeric: tabular-nums;
  & > span {
    position: absolute;
    top: 0;
    display: grid;
  }
  & b {
    font-weight: 600;
    line-height: 14px;
    color: var(--ink);
  }
  & i {
    font-style: normal;
    line-height: 13px;
  }
`;
/** Nothing while the rail is narrower than that, px, or else more than any label has. */
const fromWidth = (width: number): string => `max(0px, (100cqw - ${width - 0.5}px) * 999)`;
const placesCss = css`
  display: block;
  container-type: inline-size;
`;

/** The levels of a rail in the order of its marks, each with its word and never over each other: the middle one moves aside. */
function Labels({ left, middle, target }: { left: Label; middle: Label; target: number }) {
  const labels = [left, middle, { word: 'Target', value: formatInr(target) }] as const;
  const { widths, middleFrom } = planLabels(labels);
  const [start, own, end] = widths;
  const places = [
    { left: 0 },
    {
      left: `clamp(${start + LABEL_GAP}px, ${middle.at} * 100% - ${own / 2}px, 100% - ${end + LABEL_GAP + own}px)`,
      width: `${own}px`,
      justifyItems: 'center',
      maxWidth: fromWidth(middleFrom),
      overflow: 'clip',
    },
    { right: 0, justifyItems: 'end' },
  ];
  return (
    <span css={placesCss} aria-hidden="true">
      <span css={labelsCss}>
        {labels.map(({ word, value }, n) => (
          <span key={word} data-label="" style={places[n]}>
            <i>{word} </i>
            <b>{value}</b>
          </span>
        ))}
      </span>
    </span>
  );
}

interface Label {
  readonly word: string;
  readonly value: string;
  readonly at: number;
}

export interface LevelRailProps extends RailLevels {
  /** `tiny` without figures; `row` with its levels below; `full` with more room. */
  size?: 'tiny' | 'row' | 'full';
}

/**
 * A call's position between its stop-loss (left, a bar) and its target (right, a diamond), for Buy and Sell alike. A stop-loss that was
 * moved past the entry stands between entry and target.
 * The tick is the entry, the round marker the live price, and the filled part the distance travelled: solid for a gain after costs, hatched for
 * a loss; nothing for a Hold, which has a band and no way. A dashed bar is the stop-loss that ended it with a gain. A closed call shows a square where it ended.
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
        {rail.raisedAt !== null && <span css={raisedCss} style={{ '--raised': rail.raisedAt } as object} />}
        <span css={entryCss} />
        {!rail.waiting && rail.priceAt !== null && rail.direction !== 'none' && <span css={fillCss} data-way={rail.tone} />}
        {rail.priceAt !== null && (
          <span css={slideCss}>
            <span css={markCss} data-kind={kind} data-way={rail.tone} />
          </span>
        )}
      </span>
    </span>
  );
  const stop: Label = { word: levels.published ? 'Published stop' : 'Stop', value: formatInr(levels.stop), at: rail.stopAt };
  const entered: Label = { word: levels.entered ? 'Entered' : 'Entry', value: entry, at: rail.entryAt };
  const passed = rail.stopAt > rail.entryAt;
  return (
    <span css={[boxCss, size === 'row' && closeCss]}>
      {drawn}
      {size !== 'tiny' && <Labels left={passed ? entered : stop} middle={passed ? stop : entered} target={levels.target} />}
    </span>
  );
}
