import { css, keyframes } from '@emotion/react';
import X from 'lucide-react/icons/x';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from '../fields/icon-button.tsx';
import { shareNonce } from './share-nonce.ts';

shareNonce();

const fade = keyframes`from { opacity: 0; }`;
const rise = keyframes`from { opacity: 0; transform: translateY(8px); }`;
const slide = keyframes`from { transform: translateX(24px); opacity: 0; }`;

const veilCss = css`
  position: fixed;
  inset: 0;
  z-index: 50;
  background: rgb(8 10 14 / 0.45);
  animation: ${fade} 180ms ease-out;
`;
const panelCss = css`
  position: fixed;
  /* As the veil, and after it: the veil of a question over a drawer lies over the drawer too. */
  z-index: 50;
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  background: var(--raised);
  color: var(--ink);
  box-shadow: var(--float);
  outline: none;
`;
const dialogCss = css`
  inset: auto 0 0;
  max-height: 90dvh;
  border-radius: var(--r-10) var(--r-10) 0 0;
  animation: ${rise} 180ms ease-out;
  @media (min-width: 880px) {
    inset: 0;
    margin: auto;
    width: min(520px, calc(100vw - 48px));
    height: fit-content;
    max-height: calc(100dvh - 96px);
    border-radius: var(--r-10);
  }
`;
const drawerCss = css`
  inset: 0;
  animation: ${rise} 180ms ease-out;
  @media (min-width: 880px) {
    inset: 0 0 0 auto;
    width: 440px;
    animation-name: ${slide};
  }
`;
const headCss = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-12);
  min-height: 56px;
  padding: var(--s-8) var(--s-8) var(--s-8) var(--s-16);
  border-bottom: 1px solid var(--line);
  & > button {
    flex: none;
  }
  & h2 {
    font-size: var(--t-16);
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;
const bodyCss = css`
  overflow: auto;
  overscroll-behavior: contain;
  padding: var(--s-16);
`;
const footCss = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: var(--s-8);
  padding: var(--s-12) var(--s-16) calc(var(--s-12) + env(safe-area-inset-bottom));
  border-top: 1px solid var(--line);
`;

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Actions at the foot, primary last. */
  footer?: ReactNode;
  children: ReactNode;
  /** Esc and a press outside don't close it, for steps that must not be lost by accident. */
  firm?: boolean;
  /** The element that gets the first focus; by default the dialog itself, so that its title is read. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** What gets the focus at the end where nothing had it before, as when an address opened this; else the page's heading. */
  otherwise?: () => HTMLElement | null;
}

function Panel({ open, onClose, title, footer, children, firm = false, initialFocus, otherwise, look }: DialogProps & { look: typeof dialogCss }) {
  const hold = (event: Event) => {
    // Dismissing a notice must not close the dialog.
    const onNotice = event.target instanceof Element && event.target.closest('[data-toasts]');
    if (firm || onNotice) event.preventDefault();
  };
  const focusedBefore = useRef<HTMLElement | null>(null);
  const focusFirst = (event: Event) => {
    event.preventDefault();
    focusedBefore.current = document.activeElement as HTMLElement | null;
    (initialFocus?.current ?? (event.currentTarget as HTMLElement)).focus();
  };
  // Radix returns the focus only to its own triggers, and ours open by state. If something else took the focus, it keeps it.
  const giveBack = (event: Event) => {
    event.preventDefault();
    if (document.activeElement !== document.body) return;
    const before = focusedBefore.current;
    if (before?.isConnected && before !== document.body) return before.focus();
    const next = otherwise?.() ?? document.querySelector<HTMLElement>('h1');
    if (next?.matches('h1')) next.tabIndex = -1;
    next?.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay css={veilCss} />
        <Radix.Content
          css={[panelCss, look]}
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={hold}
          onInteractOutside={hold}
        >
          <div css={headCss}>
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close">
                <X size={20} aria-hidden="true" />
              </IconButton>
            </Radix.Close>
          </div>
          <div css={bodyCss}>{children}</div>
          {footer && <div css={footCss}>{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A question or a short form over the page: centred on the desktop, a bottom sheet on the phone. Focus stays inside. */
export function Dialog(props: DialogProps) {
  return <Panel look={dialogCss} {...props} />;
}

/** Details of a list item: a 440 px panel from the right on the desktop, a full sheet on the phone. */
export function Drawer(props: DialogProps) {
  return <Panel look={drawerCss} {...props} />;
}
