import { css } from '@emotion/react';
import { useWideAs } from '@vimarsh/shared/ui/layout.ts';
import { Toaster } from '@vimarsh/shared/ui/toast.tsx';
import { useCallback, useState } from 'react';
import { AskedBroker } from '../broker/asked-broker.tsx';
import { useMenu } from '../menu/use-menu.ts';
import { useSearchKey } from '../search/search-key.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Head } from './head.tsx';
import { Lazy } from './lazy.tsx';
import { SideNav } from './side-nav.tsx';

const skipCss = css`
  position: fixed;
  top: var(--s-8);
  left: var(--s-8);
  z-index: 80;
  padding: var(--s-12) var(--s-16);
  border-radius: var(--r-6);
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 500;
  &:not(:focus) {
    clip-path: inset(50%);
    pointer-events: none;
  }
`;

/** Everything around a screen. On `bare` pages notices and app-wide dialogs only. */
export function Frame() {
  const menu = useMenu();
  return (
    <>
      {menu.layout === 'frame' && <Surroundings menu={menu} />}
      <AskedBroker />
      <Toaster />
    </>
  );
}

function Surroundings({ menu }: { menu: ReturnType<typeof useMenu> }) {
  const [searching, setSearching] = useState(false);
  const search = useCallback(() => setSearching(true), []);
  const close = useCallback(() => setSearching(false), []);
  const roomy = useWideAs('chat');
  useSearchKey(search);
  return (
    <>
      <a href="#outlet" css={skipCss}>
        Skip to content
      </a>
      {roomy && <SideNav menu={menu} />}
      <Head menu={menu} onSearch={search} />
      {!roomy && <BottomBar menu={menu} />}
      {searching && (
        <Lazy load={() => import('../search/search-dialog.tsx').then(({ SearchDialog }) => SearchDialog)} onFail={close} props={{ onClose: close }} />
      )}
    </>
  );
}
