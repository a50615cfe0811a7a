import { css } from '@emotion/react';
import { useState } from 'react';
import type { Broker } from '../../contract/partners/types.ts';
import { searchBrokers, showBrokerSearch } from '../../domain/partners/brokers.ts';
import { Avatar } from '../avatar.tsx';
import { Loader } from '../page/loader.tsx';
import { Skeleton } from '../page/skeleton.tsx';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';

/** Shown when there are no brokers or none match the search (S2.4-LOGIN-04). */
const NO_BROKERS = 'No brokers available to login';

const stackCss = css`
  display: grid;
  gap: var(--s-12);
`;
const emptyCss = css`
  padding: var(--s-24) 0;
  color: var(--ink-2);
`;

/** Two columns on a phone, up to five on wide screens. */
const gridCss = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(140px, 1fr));
  gap: var(--s-8);
  margin: 0;
  padding: 0;
  list-style: none;
`;

/** Keeps one height whatever the search finds. The tiles scroll inside, with room for their focus outline. */
const boxCss = css`
  height: min(340px, 45dvh);
  margin: 0 calc(-1 * var(--s-4));
  padding: var(--s-4);
  overflow: auto;
`;

const tileCss = css`
  position: relative;
  display: grid;
  grid-template-rows: 40px auto;
  place-items: center;
  gap: var(--s-8);
  width: 100%;
  min-height: 88px;
  padding: var(--s-8);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-10);
  background: var(--surface);
  color: var(--ink);
  font: inherit;
  font-size: var(--t-13);
  font-weight: 500;
  text-align: center;
  cursor: pointer;
  transition: border-color var(--state);
  &:hover {
    border-color: var(--accent);
  }
  & img {
    width: 40px;
    height: 40px;
    border-radius: var(--r-6);
    object-fit: cover;
    object-position: left;
  }
  & [data-loader] {
    position: absolute;
    top: var(--s-8);
    right: var(--s-8);
  }
`;

/** One broker: its sign, which is the first 40 px of the logo, and its name below. */
function BrokerTile({ broker, busy, onChoose }: { broker: Broker; busy: boolean; onChoose: () => void }) {
  return (
    <button type="button" css={tileCss} aria-busy={busy || undefined} onClick={() => !busy && onChoose()}>
      {broker.logo ? <img src={broker.logo} alt="" width={40} height={40} loading="lazy" decoding="async" /> : <Avatar name={broker.title} size={40} />}
      <span>{broker.title}</span>
      {busy && <Loader label="" />}
    </button>
  );
}

interface Props {
  /** Undefined while loading; null when they could not be loaded. */
  brokers: readonly Broker[] | undefined | null;
  onRetry: () => void;
  /** The broker whose page is being opened. */
  busy: number | null;
  onChoose: (brokerId: number) => void;
  /** Keeps its height, for a dialog that must not jump. */
  boxed?: boolean;
}

/** A tile for each broker, with a search if there is more than one (S2.4-LOGIN-02…04). */
export function BrokerList({ brokers, onRetry, busy, onChoose, boxed = false }: Props) {
  const [search, setSearch] = useState('');
  if (brokers === null) {
    return (
      <div css={emptyCss} role="alert">
        <p>Could not load the brokers.</p>
        <Button onClick={onRetry}>Retry</Button>
      </div>
    );
  }
  const matches = searchBrokers(brokers ?? [], search);
  return (
    <div css={stackCss}>
      {showBrokerSearch(brokers?.length ?? 0) && (
        <TextField label="Search brokers" name="broker" type="search" autoComplete="off" value={search} onChange={(event) => setSearch(event.target.value)} />
      )}
      <div css={boxed ? boxCss : undefined}>
        {brokers === undefined ? (
          <div css={gridCss} aria-hidden="true">
            {Array.from({ length: 6 }, (_, at) => (
              <Skeleton key={at} height={88} />
            ))}
          </div>
        ) : (
          <>
            <p role="status" css={matches.length === 0 ? emptyCss : undefined}>
              {matches.length === 0 ? NO_BROKERS : ''}
            </p>
            <ul css={gridCss} aria-label="Brokers">
              {matches.map((broker) => (
                <li key={broker.id}>
                  <BrokerTile broker={broker} busy={busy === broker.id} onChoose={() => onChoose(broker.id)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
