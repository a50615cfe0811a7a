import { css } from '@emotion/react';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';

const lockedCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8) var(--s-12);
  min-height: var(--row);
  padding: var(--s-12) var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  color: var(--ink-2);
  & > span {
    flex: 1 1 200px;
  }
`;

/** Something the plan does not include, worded neutrally: "1 short-term call was live at the start of today · in Lite". */
export function LockedCard({ text, action }: { text: ReactNode; action?: ReactNode }) {
  return (
    <div css={lockedCss}>
      <Lock size={16} aria-hidden="true" />
      <span>{text}</span>
      {action}
    </div>
  );
}
