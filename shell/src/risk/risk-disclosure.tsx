import { css } from '@emotion/react';
import { acknowledgeRisk, readRiskDisclosure } from '@vimarsh/shared/contract/consents/routes.ts';
import { FNO_FIGURES } from '@vimarsh/shared/domain/text/fno-disclosure.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';

/** It is asked again where a tab stands open for longer, ms. */
const FRESH_MS = 10 * 60_000;

const panelCss = css`
  position: fixed;
  z-index: 40;
  inset: auto var(--s-8) calc(56px + env(safe-area-inset-bottom) + var(--s-8));
  display: grid;
  gap: var(--s-8);
  width: auto;
  max-height: 60dvh;
  margin: 0;
  padding: var(--s-12);
  font-size: var(--t-13);
  overflow: auto;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-10);
  background: var(--raised);
  color: var(--ink);
  box-shadow: var(--float);
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  /* One line of the screen less where there are few: the first sentence says it. */
  & h2 {
    position: absolute;
    clip-path: inset(50%);
  }
  & ul {
    display: grid;
    gap: var(--s-4);
    list-style: none;
    color: var(--ink-2);
  }
  & li:first-of-type {
    color: var(--ink);
    font-weight: 600;
  }
  & > button {
    justify-self: end;
  }
  @media (min-width: 880px) {
    inset: auto var(--s-24) var(--s-24) auto;
    gap: var(--s-12);
    width: 440px;
    padding: var(--s-16);
    font-size: var(--t-14);
    & h2 {
      position: static;
      clip-path: none;
      font-size: var(--t-16);
    }
  }
`;
const failedCss = css`
  color: var(--loss);
  font-size: var(--t-13);
`;

/** How many lose in derivatives, over option pages until it is acknowledged (product A.5); the server says when that is due. */
export function RiskDisclosure() {
  const { data } = useQuery(readRiskDisclosure, undefined, { fresh: FRESH_MS, shown: true });
  return data?.due ? <Panel version={data.version} /> : null;
}

/** Not modal: the page behind it stays open to pointer and keyboard. Only the button takes it away. */
function Panel({ version }: { version: string }) {
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  const { busy, send } = useRequest(acknowledgeRisk);
  const refresh = useRefresh();
  const [failed, setFailed] = useState('');
  const giveBack = useFirstFocus(box);
  useRoomBelow(box);

  async function acknowledge() {
    const { status, validation } = await send({ body: { version } }, true);
    if (!status) return setFailed(validation || 'It could not be kept. Try again.');
    giveBack();
    refresh(readRiskDisclosure);
  }

  return (
    <dialog ref={box} open css={panelCss} tabIndex={-1} aria-labelledby={`${id}-title`} aria-describedby={`${id}-lines`}>
      <h2 id={`${id}-title`}>How many lose in F&O</h2>
      <ul id={`${id}-lines`}>
        {FNO_FIGURES.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {failed && (
        <p css={failedCss} role="alert">
          {failed}
        </p>
      )}
      <Button kind="primary" busy={busy} onClick={() => void acknowledge()}>
        I have read this
      </Button>
    </dialog>
  );
}

/**
 * Takes the focus when it comes, but from nobody who types or has a dialog or a menu open: a menu closes when it loses the focus.
 * Answers how to give it back: to what had it, else to the heading.
 */
function useFirstFocus(box: RefObject<HTMLDialogElement | null>): () => void {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const at = document.activeElement;
    if (at?.closest('input, textarea, select, [role=dialog], [role=menu]')) return;
    before.current = at;
    box.current?.focus({ preventScroll: true });
  }, [box]);
  return () => {
    if (!box.current?.contains(document.activeElement)) return;
    const at = before.current;
    if (at instanceof HTMLElement && at.isConnected && at !== document.body) return at.focus({ preventScroll: true });
    const heading = document.querySelector<HTMLElement>('#outlet h1');
    if (heading) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  };
}

/** While it lies over the page, the page ends above it, and what gets the focus is scrolled clear of it. */
function useRoomBelow(box: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const { documentElement: page, body } = document;
    const fit = () => {
      const covered = `${Math.max(0, Math.ceil(innerHeight - (box.current?.getBoundingClientRect().top ?? innerHeight)))}px`;
      page.style.scrollPaddingBottom = covered;
      body.style.paddingBottom = covered;
    };
    fit();
    addEventListener('resize', fit);
    return () => {
      removeEventListener('resize', fit);
      page.style.scrollPaddingBottom = '';
      body.style.paddingBottom = '';
    };
  }, [box]);
}
