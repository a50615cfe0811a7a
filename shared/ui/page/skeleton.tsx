import { css, keyframes } from '@emotion/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Hidden } from '../hidden.tsx';

const breathe = keyframes`50% { opacity: 0.45; }`;
const boneCss = css`
  display: block;
  border-radius: 4px;
  background: var(--line);
  animation: ${breathe} 1.6s ease-in-out infinite;
  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }
`;

/** A grey placeholder in the exact size of the coming box. Numbers are px. */
export function Skeleton({ width = '100%', height = 14, round = false }: { width?: number | string; height?: number | string; round?: boolean }) {
  return <span css={boneCss} aria-hidden="true" style={{ width, height, borderRadius: round ? '50%' : undefined }} />;
}

const rowCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-16);
  height: var(--row);
  border-bottom: 1px solid var(--line);
`;

/**
 * For the element that stands for a screen's own content. A placeholder can't know how long the content will be, so the page shows
 * what ends a screen only after it (`root-config/index.html`), instead of moving it under the eye.
 */
export const waits = { 'data-waits': '' } as const;

interface RowsProps {
  rows?: number;
  height?: number;
  /** They stand for a screen's own content, not for a part with more below it. */
  screen?: boolean;
}

/** Placeholder rows of a table or list. */
export function SkeletonRows({ rows = 6, height, screen = false }: RowsProps) {
  const bones = Array.from({ length: rows }, (_, row) => (
    <div key={row} css={rowCss} style={height ? { height } : undefined}>
      <Skeleton width={`${34 + ((row * 7) % 20)}%`} />
      <Skeleton width="18%" />
      <Skeleton width="14%" />
    </div>
  ));
  return screen ? <div {...waits}>{bones}</div> : bones;
}

const keepCss = css`
  visibility: hidden;
`;

interface HostProps {
  label: string;
  /** It stands for a screen's own content, not for a part with more below it. */
  screen?: boolean;
  children: ReactNode;
}

/** Holds the final layout from the start and shows the placeholder after 150 ms, so that quick answers never flicker. */
export function SkeletonHost({ label, screen = false, children }: HostProps) {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" css={visible ? undefined : keepCss} {...(screen && waits)}>
      <Hidden role="status">{label}</Hidden>
      {children}
    </div>
  );
}
