import { part } from '@vimarsh/shared/kit/part.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useWideAs } from '@vimarsh/shared/ui/layout.ts';
import { Toaster } from '@vimarsh/shared/ui/toast.tsx';
import { useCallback, useEffect, useState } from 'react';
import { AskedBroker } from '../broker/asked-broker.tsx';
import { useMenu } from '../menu/use-menu.ts';
import { useSearchKey } from '../search/search-key.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Head } from './head.tsx';
import { NotOpened } from './not-opened.tsx';
import { SideNav } from './side-nav.tsx';

const SearchDialog = part<{ onClose: () => void }>({
  what: 'Search',
  load: () => import('../search/search-dialog.tsx').then((search) => search.SearchDialog),
  failure: ({ onClose }) => <NotOpened what="Search" onClose={onClose} />,
});

/** Everything around a screen. `bare` pages have only notices and app-wide dialogs. */
export function Frame() {
  const menu = useMenu();
  const session = useSessionApi();
  // Every screen shows name, picture and badge, but only the module that saved them knows of the change.
  useEffect(() => session.listen('profile.updated', () => void session.refreshProfile()), [session]);
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
      {roomy && <SideNav menu={menu} />}
      <Head menu={menu} onSearch={search} />
      {!roomy && <BottomBar menu={menu} />}
      {searching && <SearchDialog onClose={close} />}
    </>
  );
}
