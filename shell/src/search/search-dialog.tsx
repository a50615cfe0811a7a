import { css } from '@emotion/react';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { stockPage } from '@vimarsh/shared/domain/routing/places.ts';
import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { controlCss } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useExperts } from './experts.ts';
import { useOptionCalls } from './option-calls.ts';
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

/** Stocks for what is typed, asked for when the typing pauses. */
function useStocks(query: string): Stocks {
  const { request } = useSessionApi();
  const [stocks, setStocks] = useState<Stocks>({ state: 'loading', query: '', found: [] });
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
        const found = data.map(({ symbol, name }) => ({ key: symbol, label: symbol, hint: name, to: stockPage(symbol) }));
        setStocks({ state: 'ready', query, found });
      },
      query ? TYPING_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query, request]);
  return stocks;
}

/** Finds stocks by symbol or name, experts by name, option calls on the best of them or by strategy, and pages by title. Arrows move, Enter opens, Esc closes. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const id = useId();
  const [query, setQuery] = useState('');
  /** Key of the row the user moved to; the first row until then. */
  const [chosen, setChosen] = useState('');
  const stocks = useStocks(query);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const pages = useMemo(() => findPages(routesOf(session.page().releases), query, callerOf(session)), [session, query]);
  const fit = fitting(stocks, query);
  const calls = useOptionCalls(query, session.signedIn && stocks.query === query ? stocks.found[0]?.key : undefined);
  const experts = useExperts(query);
  const groups = [
    ['Stocks', fit],
    ['Experts', experts],
    ['Live option calls', calls],
    ['Pages', pages],
  ] as const;
  const found = groups.flatMap(([, items]) => items);
  const at = Math.max(
    0,
    found.findIndex(({ key }) => key === chosen),
  );
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
    if (step && found.length) setChosen(found[(at + step + found.length) % found.length]!.key);
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
      onPointerMove={() => setChosen(item.key)}
      onClick={() => go(item)}
    >
      <b>{item.label}</b>
      <small>{item.hint}</small>
    </div>
  );
  const nothing = stocks.state === 'ready' && stocks.query === query && found.length === 0;
  const note =
    stocks.state === 'failed'
      ? 'Stocks could not be searched. Type again to retry.'
      : nothing
        ? `Nothing called “${query}”. Try a symbol (INFY), a company, an expert or a page (Contact).`
        : '';
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
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen('');
          }}
          onKeyDown={onKey}
        />
        <Hidden role="status">{found.length === 1 ? '1 result' : `${found.length} results`}</Hidden>
        <div css={listCss}>
          {note && <p css={noteCss}>{note}</p>}
          <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results">
            {groups.map(
              ([name, items]) =>
                items.length > 0 && (
                  // biome-ignore lint/a11y/useSemanticElements: a fieldset can't stand in a listbox.
                  <div key={name} role="group" aria-label={name}>
                    <div css={groupCss} aria-hidden="true">
                      {name}
                    </div>
                    {items.map((item) => option(item, found.indexOf(item)))}
                  </div>
                ),
            )}
          </div>
        </div>
      </div>
    </Dialog>
  );
}
