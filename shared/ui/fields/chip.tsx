import { css } from '@emotion/react';
import X from 'lucide-react/icons/x';

const chipCss = css`
  display: inline-flex;
  align-items: center;
  gap: var(--s-8);
  min-height: 44px;
  padding: 0 var(--s-12);
  border: 1px solid var(--line-strong);
  border-radius: 18px;
  background: var(--surface);
  color: var(--ink);
  font-size: var(--t-13);
  font-weight: 500;
  white-space: nowrap;
  cursor: pointer;
  &:hover {
    border-color: var(--control);
  }
  &[aria-pressed='true'] {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 28px;
  }
`;

export type ChipProps = { children: string } & (
  | { /** A filter that is on or off. */ pressed: boolean; onPress: () => void; onRemove?: never }
  | { /** A filter in force; pressing takes it away. */ onRemove: () => void; pressed?: never; onPress?: never }
);

export function Chip({ children, pressed, onPress, onRemove }: ChipProps) {
  return onRemove ? (
    <button type="button" css={chipCss} aria-label={`Remove filter ${children}`} onClick={onRemove}>
      {children}
      <X size={16} aria-hidden="true" />
    </button>
  ) : (
    <button type="button" css={chipCss} aria-pressed={pressed} onClick={onPress}>
      {children}
    </button>
  );
}
