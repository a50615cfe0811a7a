import { css } from '@emotion/react';
import type { LevelBasis } from '@vimarsh/shared/contract/calls/options/types.ts';
import { formatFloat, formatInr, formatInrChange } from '@vimarsh/shared/domain/text/formats.ts';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useRef } from 'react';
import { levelText } from '../option-words.ts';
import { type DraftStructure, payoffOf, toLevel } from './draft-structure.ts';

const HEIGHT = 240;
const boxCss = css`
  position: relative;
  height: ${HEIGHT}px;
  contain: size layout;
  margin-bottom: var(--s-24);
  border-block: 1px solid var(--line);
  & svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  & polyline {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.5;
    vector-effect: non-scaling-stroke;
  }
  & line {
    stroke: var(--line-strong);
    vector-effect: non-scaling-stroke;
  }
`;
const endsCss = css`
  position: absolute;
  top: calc(100% + 4px);
  display: flex;
  justify-content: space-between;
  width: 100%;
  font-size: var(--t-12);
  color: var(--ink-2);
  font-variant-numeric: tabular-nums;
`;
const highestCss = css([endsCss, { top: 4, width: 'auto', left: 4 }]);
const lowestCss = css([endsCss, { top: 'auto', bottom: 4, width: 'auto', left: 4 }]);
const handleCss = css`
  position: absolute;
  display: flex;
  align-items: center;
  justify-content: center;
  padding: 0 var(--s-4);
  min-height: 24px;
  border: 1px solid var(--tone);
  border-radius: 3px;
  background: var(--surface);
  color: var(--tone);
  font-size: 11px;
  font-weight: 600;
  white-space: nowrap;
  cursor: grab;
  touch-action: none;
  transform: translate(0, -50%);
  &[data-along='x'] {
    transform: translate(-50%, 0);
  }
`;
const ruleCss = css`
  position: absolute;
  border: 0 dashed var(--tone);
  pointer-events: none;
`;

export interface DraftPayoffProps {
  structure: DraftStructure;
  basis: LevelBasis;
  /** Where the levels lie: ₹ of profit, or the underlying. */
  target: number | null;
  stop: number | null;
  /** Makes the levels movable by pointer and arrow keys; gets a level of the basis. */
  onMove?: (which: 'target' | 'stop', level: number) => void;
}

/** Profit or loss at the first expiry over the underlying, with target and stop-loss drawn in. */
export function DraftPayoff({ structure, basis, target, stop, onMove }: DraftPayoffProps) {
  const box = useRef<HTMLElement>(null);
  const along = basis === 'underlying';
  const given = [target, stop].filter((value) => value !== null);
  const { prices, values } = payoffOf(structure, along ? given : []);
  const [left, right] = [prices[0]!, prices.at(-1)!];
  const heights = [0, ...values, ...(along ? [] : given)];
  // Above and below the line, so that the two amounts stand clear of it.
  const room = (Math.max(...heights) - Math.min(...heights)) * 0.16 || 1;
  const [bottom, top] = [Math.min(...heights) - room, Math.max(...heights) + room];
  const x = (price: number): number => (100 * (price - left)) / (right - left);
  const y = (value: number): number => (100 * (top - value)) / (top - bottom);
  const step = along ? (right - left) / 100 : (top - bottom) / 100;
  const levels = [
    { key: 'target' as const, label: 'Target', value: target, tone: 'var(--gain)' },
    { key: 'stop' as const, label: 'Stop-loss', value: stop, tone: 'var(--loss)' },
  ];
  const move = (key: 'target' | 'stop', drawn: number) =>
    onMove?.(key, toLevel(basis, along ? Math.min(right, Math.max(left, drawn)) : Math.min(top, Math.max(bottom, drawn)), structure));
  const drag = (key: 'target' | 'stop') => (event: PointerEvent<HTMLElement>) => {
    const frame = box.current?.getBoundingClientRect();
    if (!frame || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(
      key,
      along ? left + ((event.clientX - frame.left) / frame.width) * (right - left) : top - ((event.clientY - frame.top) / frame.height) * (top - bottom),
    );
  };
  const press = (key: 'target' | 'stop', value: number) => (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (!steps) return;
    event.preventDefault();
    move(key, value + steps * step);
  };
  return (
    <section css={boxCss} ref={box} aria-label="Payoff at expiry">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2="100" y1={y(0)} y2={y(0)} />
        <line x1={x(structure.assumed.spot)} x2={x(structure.assumed.spot)} y1="0" y2="100" strokeDasharray="2 3" />
        <polyline points={prices.map((price, at) => `${x(price)},${y(values[at]!)}`).join(' ')} />
      </svg>
      {levels.map(({ key, label, value, tone }) =>
        value === null ? null : (
          <div key={key} style={{ '--tone': tone } as Record<string, string>}>
            <span
              css={ruleCss}
              style={
                along ? { left: `${x(value)}%`, top: 0, bottom: 0, borderLeftWidth: 1.5 } : { top: `${y(value)}%`, left: 0, right: 0, borderTopWidth: 1.5 }
              }
            />
            <span
              css={handleCss}
              data-along={along ? 'x' : 'y'}
              style={along ? { left: `${x(value)}%`, top: key === 'target' ? 4 : 32 } : { top: `${y(value)}%`, right: key === 'target' ? 0 : 64 }}
              {...(onMove && {
                role: 'slider',
                tabIndex: 0,
                'aria-label': label,
                'aria-orientation': along ? ('horizontal' as const) : ('vertical' as const),
                'aria-valuemin': Math.round(toLevel(basis, along ? left : bottom, structure)),
                'aria-valuemax': Math.round(toLevel(basis, along ? right : top, structure)),
                'aria-valuenow': Math.round(toLevel(basis, value, structure)),
                'aria-valuetext': levelText(basis, toLevel(basis, value, structure)),
                onPointerDown: (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId),
                onPointerMove: drag(key),
                onKeyDown: press(key, value),
              })}
            >
              {label}
            </span>
          </div>
        ),
      )}
      <span css={endsCss}>
        <span>{formatFloat(left)}</span>
        <span>{formatFloat(right)}</span>
      </span>
      <span css={highestCss}>{formatInrChange(Math.max(...values))}</span>
      <span css={lowestCss}>{formatInr(Math.min(...values))}</span>
    </section>
  );
}
