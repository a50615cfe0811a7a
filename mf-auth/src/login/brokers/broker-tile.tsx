import { css } from '@emotion/react';
import type { Broker } from '@vimarsh/shared/contract/partners.contract.ts';
import { Avatar } from '@vimarsh/shared/ui/avatar.tsx';
import { Loader } from '@vimarsh/shared/ui/loader.tsx';

/** Two columns on a phone, up to five beside each other. */
export const gridCss = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(140px, 1fr));
  gap: var(--s-8);
  margin: 0;
  padding: 0;
  list-style: none;
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

/** One broker: the sign of its logo and its name. The logo's first 40 px are its sign; the name stands below anyway. */
export function BrokerTile({ broker, busy, onChoose }: { broker: Broker; busy: boolean; onChoose: () => void }) {
  return (
    <button type="button" css={tileCss} aria-busy={busy || undefined} onClick={() => !busy && onChoose()}>
      {broker.logo ? <img src={broker.logo} alt="" width={40} height={40} loading="lazy" decoding="async" /> : <Avatar name={broker.title} size={40} />}
      <span>{broker.title}</span>
      {busy && <Loader label="" />}
    </button>
  );
}
