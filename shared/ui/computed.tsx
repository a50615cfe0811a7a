import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { formatIst } from '../domain/text/formats.ts';
import { Popover } from './popover.tsx';

const figureCss = css`
  padding: 0;
  border: 0;
  background: none;
  font: inherit;
  font-variant-numeric: tabular-nums;
  color: inherit;
  text-decoration: underline dotted var(--ink-3);
  text-underline-offset: 3px;
  cursor: help;
  position: relative;
  /* Thumb reach without moving the line it stands in. */
  &::after {
    content: '';
    position: absolute;
    inset: -14px -4px;
  }
`;
const boxCss = css`
  display: grid;
  gap: var(--s-8);
  & h3 {
    font-size: var(--t-13);
  }
  & dl {
    display: grid;
    grid-template-columns: auto auto;
    gap: var(--s-4) var(--s-16);
  }
  & dt {
    color: var(--ink-2);
  }
  & dd {
    text-align: right;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
`;

const pairCss = css`
  display: contents;
`;

export interface ComputedProps {
  /** What the figure is: "Potential return". */
  label: string;
  /** The formula or rule in a sentence. */
  how: ReactNode;
  /** Name and formatted value of every input. */
  inputs?: readonly (readonly [name: string, value: string])[];
  /** UTC instant at which the figure was computed. */
  asOf?: string;
  /** The figure itself. */
  children: ReactNode;
}

/** A derived figure with a dotted underline. Pressing it explains how it is computed. */
export function Computed({ label, how, inputs = [], asOf, children }: ComputedProps) {
  return (
    <Popover label={`How is ${label} computed?`} trigger={children} triggerCss={figureCss}>
      <div css={boxCss}>
        <h3>How is this computed?</h3>
        <p>{how}</p>
        {inputs.length > 0 && (
          <dl>
            {inputs.map(([name, value]) => (
              <div key={name} css={pairCss}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {asOf && <small>As of {formatIst(asOf)}</small>}
      </div>
    </Popover>
  );
}
