import { css, keyframes } from '@emotion/react';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { useSessionApi } from '../../kit/session.ts';
import type { ToastNotice } from '../../session/session.types.ts';
import { IconButton } from '../fields/icon-button.tsx';

const enter = keyframes`from { opacity: 0; transform: translateY(-8px); }`;
const stackCss = css`
  position: fixed;
  z-index: 70;
  top: var(--s-12);
  right: var(--s-12);
  left: var(--s-12);
  display: grid;
  gap: var(--s-8);
  justify-items: end;
  pointer-events: none;
  & > * {
    display: grid;
    gap: var(--s-8);
    width: min(360px, 100%);
  }
`;
const toastCss = css`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: start;
  padding: var(--s-8) var(--s-4) var(--s-8) var(--s-16);
  border-left: 4px solid var(--ink-2);
  border-radius: var(--r-6);
  background: var(--raised);
  color: var(--ink);
  box-shadow: var(--float);
  pointer-events: auto;
  animation: ${enter} 180ms ease-out;
  &[data-kind='error'] {
    border-left-color: var(--loss);
  }
  &[data-kind='success'] {
    border-left-color: var(--gain);
  }
  & strong {
    display: block;
    font-weight: 600;
  }
  & p {
    color: var(--ink-2);
    overflow-wrap: anywhere;
  }
  & div {
    padding: var(--s-4) 0;
  }
`;

interface Shown extends ToastNotice {
  key: number;
}

function Toast({ notice, onDone }: { notice: Shown; onDone: () => void }) {
  const [paused, setPaused] = useState(false);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => done.current(), notice.ms);
    return () => clearTimeout(timer);
  }, [paused, notice]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only pause the timer.
    <div
      css={toastCss}
      data-kind={notice.kind}
      // Not by entering: a notice that appears under a resting pointer was not sought, and would stay on what lies below it.
      onPointerMove={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div>
        <strong>{notice.title}</strong>
        {notice.text && <p>{notice.text}</p>}
      </div>
      <IconButton label="Dismiss" onClick={onDone}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/**
 * Shows the session's notices at the top right, each for its time. A text already on screen restarts its time instead of
 * appearing twice. Errors interrupt screen readers, other notices wait their turn.
 */
export function Toaster() {
  const session = useSessionApi();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  useEffect(() => {
    let count = 0;
    return session.on('notice', (notice) => {
      count += 1;
      const next = { ...notice, key: count };
      setShown((list) => {
        const twin = list.find((item) => item.kind === notice.kind && item.title === notice.title && item.text === notice.text);
        return twin ? list.map((item) => (item === twin ? { ...next, key: twin.key } : item)) : [...list, next];
      });
    });
  }, [session]);
  const drop = (key: number) => setShown((list) => list.filter((item) => item.key !== key));
  const part = (errors: boolean) =>
    shown.filter((item) => (item.kind === 'error') === errors).map((item) => <Toast key={item.key} notice={item} onDone={() => drop(item.key)} />);
  return (
    <section css={stackCss} aria-label="Notices" data-toasts>
      <div role="alert" aria-live="assertive">
        {part(true)}
      </div>
      <div role="status" aria-live="polite">
        {part(false)}
      </div>
    </section>
  );
}
