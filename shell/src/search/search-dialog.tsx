import { css } from '@emotion/react';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Dialog } from '@vimarsh/shared/ui/dialog.tsx';
import { controlCss } from '@vimarsh/shared/ui/field.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Found, findPages } from './pages.ts';

const MAX_STOCKS = 8;
const TYPING_MS = 150;

const boxCss = css`
  display: grid;
  gap: var(--s-12);
`;
/** Keeps its height, so that the sheet does not jump while results change. */
const listCss = css`
  height: 320px;
  overflow: auto;
`;
const groupCss = css`
  padding: var(--s-8) var(--s-12) var(--s-4);
  font-size: var(--t-12);
  color: var(--ink-3);
`;
const optionCss = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-16);
  min-height: 40px;
  padding: 0 var(--s-12);
  border-radius: var(--r-6);
  cursor: pointer;
  &[aria-selected='true'] {
    background: var(--line);
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  & b {
    font-weight: 600;
  }
  & small {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  &[aria-selected='true'] small {
    color: var(--ink-2);
  }
`;
const noteCss = css`
  padding: var(--s-8) var(--s-12);
  color: var(--ink-2);
`;

interface Stocks {
  state: 'loading' | 'ready' | 'failed';
  /** The query of these results. */
  query: string;
  found: readonly Found[];
}

/** Until the answer arrives, the previous results that match: Enter must never open something that was not searched for. */
const fitting = ({ query, found }: Stocks, typed: string): readonly Found[] =>
  query === typed ? found : found.filter(({ label, hint }) => `${label} ${hint}`.toLowerCase().includes(typed.trim().toLowerCase()));

/** Finds stocks by symbol or name and pages by title. Arrows move, Enter opens, Esc closes. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const [stocks, setStocks] = useState<Stocks>({ state: 'loading', query: '', found: [] });
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { request } = session;

  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      async () => {
        const { status, data } = await request(
          searchInstruments,
          { query: { search: query, limit: String(MAX_STOCKS) } },
          { quiet: true, signal: stop.signal },
        );
        if (stop.signal.aborted) return;
        if (!status || !data) return setStocks({ state: 'failed', query, found: [] });
        const found = data
          .filter((item) => item.kind === 'equity')
          .map(({ symbol, name }) => ({ key: symbol, label: symbol, hint: name, to: `${HOME_WHEN_SIGNED_IN}/${encodeURIComponent(symbol)}` }));
        setStocks({ state: 'ready', query, found });
        setActive(0);
      },
      query ? TYPING_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query, request]);

  const pages = useMemo(() => findPages(routesOf(session.page().releases), query, callerOf(session)), [session, query]);
  const fit = fitting(stocks, query);
  const found = [...fit, ...pages];
  const at = Math.min(active, found.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the active row.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);

  const go = (item: Found | undefined) => {
    if (!item) return;
    onClose();
    navigate(item.to);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) setActive((at + step + found.length) % found.length);
    else if (event.key === 'Enter') go(found[at]);
    else return;
    event.preventDefault();
  };
  const option = (item: Found, index: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works on the input (aria-activedescendant).
    <div
      key={item.key}
      id={`${id}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === at}
      css={optionCss}
      onPointerMove={() => setActive(index)}
      onClick={() => go(item)}
    >
      <b>{item.label}</b>
      <small>{item.hint}</small>
    </div>
  );
  return (
    <Dialog open onClose={onClose} title="Search" initialFocus={input}>
      <div css={boxCss}>
        <input
          ref={input}
          css={controlCss}
          role="combobox"
          aria-label="Stock or page"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found.length ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          placeholder="Stock or page"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKey}
        />
        <Hidden role="status">{`${found.length} results`}</Hidden>
        <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" css={listCss}>
          {fit.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset can't stand in a listbox.
            <div role="group" aria-label="Stocks">
              <div css={groupCss} aria-hidden="true">
                Stocks
              </div>
              {fit.map((item, index) => option(item, index))}
            </div>
          )}
          {pages.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset can't stand in a listbox.
            <div role="group" aria-label="Pages">
              <div css={groupCss} aria-hidden="true">
                Pages
              </div>
              {pages.map((item, index) => option(item, fit.length + index))}
            </div>
          )}
        </div>
        {stocks.state === 'failed' && <p css={noteCss}>Stocks could not be searched. Type again to retry.</p>}
        {stocks.state === 'ready' && stocks.query === query && found.length === 0 && <p css={noteCss}>No stock or page matches “{query}”.</p>}
      </div>
    </Dialog>
  );
}
