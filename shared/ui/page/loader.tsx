import { css, keyframes } from '@emotion/react';
import { LOADER_DEFAULTS } from '../../domain/constants.ts';

const turn = keyframes`to { transform: rotate(1turn); }`;
const boxCss = css`
  display: inline-flex;
  align-items: center;
  gap: var(--s-8);
  & svg {
    animation: ${turn} 0.9s linear infinite;
  }
  @media (prefers-reduced-motion: reduce) {
    & svg {
      animation: none;
    }
  }
`;

export interface LoaderProps {
  /** Shown beside the spinner. With '' the surrounding element must announce the wait. */
  label?: string;
  /** By default the brand's accent, which is `LOADER_DEFAULTS.color` in our light theme. */
  color?: string;
  size?: number;
  radius?: number;
  lineWidth?: number;
}

/** For waits inside a control or during a redirect. Screens use skeletons. */
export function Loader({
  label = 'Loading',
  color = `var(--accent, ${LOADER_DEFAULTS.color})`,
  size = LOADER_DEFAULTS.size,
  radius = LOADER_DEFAULTS.radius,
  lineWidth = LOADER_DEFAULTS.lineWidth,
}: LoaderProps) {
  const box = radius * 2;
  const r = radius - lineWidth / 2;
  return (
    <span css={boxCss} data-loader style={{ fontSize: size, fontFamily: `var(--font, ${LOADER_DEFAULTS.font})` }}>
      <svg width={box} height={box} viewBox={`0 0 ${box} ${box}`} fill="none" strokeWidth={lineWidth} aria-hidden="true">
        <circle cx={radius} cy={radius} r={r} stroke={color} opacity="0.2" />
        <path d={`M ${radius} ${lineWidth / 2} A ${r} ${r} 0 0 1 ${box - lineWidth / 2} ${radius}`} stroke={color} />
      </svg>
      {label && <span role="status">{label}</span>}
    </span>
  );
}
