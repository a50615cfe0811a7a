import { css } from '@emotion/react';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'accent' | 'gain' | 'loss' | 'warn';

const badgeCss = css`
  display: inline-flex;
  align-items: center;
  gap: var(--s-4);
  min-height: 20px;
  padding: 0 var(--s-8);
  border-radius: 4px;
  font-size: var(--t-12);
  font-weight: 500;
  line-height: 1.2;
  white-space: nowrap;
`;
const tones: Record<Tone, ReturnType<typeof css>> = {
  neutral: css`
    background: var(--canvas);
    color: var(--ink-2);
    box-shadow: inset 0 0 0 1px var(--line-strong);
  `,
  accent: css`
    color: var(--accent);
    box-shadow: inset 0 0 0 1px currentColor;
  `,
  gain: css`
    background: var(--gain-soft);
    color: var(--gain);
  `,
  loss: css`
    background: var(--loss-soft);
    color: var(--loss);
  `,
  warn: css`
    background: var(--warn-soft);
    color: var(--warn);
  `,
};

/** A status in one or two words. The text carries the meaning, the tone only repeats it. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span css={[badgeCss, tones[tone]]}>{children}</span>;
}
