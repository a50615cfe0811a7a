import { PUBLIC_HOME } from '@vimarsh/shared/domain/routing/places.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Toaster } from '@vimarsh/shared/ui/floats/toast.tsx';
import { useWideAs } from '@vimarsh/shared/ui/page/layout.ts';
import { useCallback, useEffect, useState } from 'react';
import { IndexStripLater } from '../indices/strip-later.tsx';
import { MembersLater } from '../members/members-later.tsx';
import { type MenuHere, useMenu } from '../menu/use-menu.ts';
import { useSearchKey } from '../search/search-key.ts';
import { AskedDialogs } from './asked-dialogs.tsx';
import { BottomBar } from './bottom-bar.tsx';
import type { FootProps } from './foot.tsx';
import { Head } from './head.tsx';
import { useLateCode } from './late-code.ts';
import type { NotFoundProps } from './not-found.tsx';
import { NotOpened } from './not-opened.tsx';
import { SideNav } from './side-nav.tsx';

const SearchDialog = part<{ onClose: () => void }>({
  what: 'Search',
  load: () => import('../search/search-dialog.tsx').then((search) => search.SearchDialog),
  failure: ({ onClose }, _, late) => <NotOpened what="Search" late={late} onClose={onClose} />,
});

/** Where its code can't be had, the page stands without it, and the next visit asks again. */
const RiskDisclosure = part<object>({
  what: 'The risk disclosure',
  load: () => import('../risk/risk-disclosure.tsx').then((risk) => risk.RiskDisclosure),
  failure: () => null,
});

/** Everything around a screen. `bare` pages have only notices and app-wide dialogs. */
export function Frame() {
  const menu = useMenu();
  const session = useSessionApi();
  const { user } = useSession();
  const { path } = usePath();
  const [missing, setMissing] = useState(() => session.page().missing ?? '');
  // It is said of the visit, not of whatever screen comes next.
  if (missing && path !== PUBLIC_HOME) setMissing('');
  // Every screen shows name, picture and badge, but only the module that saved them knows of the change.
  useEffect(() => session.listen('profile.updated', () => void session.refreshProfile()), [session]);
  return (
    <>
      {menu.layout === 'frame' && <Surroundings menu={menu} missing={missing} onClose={() => setMissing('')} />}
      {user && menu.optionsForMembers && <RiskDisclosure key={`risk ${user.id}`} />}
      <AskedDialogs />
      {user && <MembersLater key={user.id} />}
      <Toaster />
    </>
  );
}

const Foot = part<FootProps>({ what: 'The foot', load: () => import('./foot.tsx').then((foot) => foot.Foot), failure: () => null });
const NotFound = part<NotFoundProps>({ what: 'The note', load: () => import('./not-found.tsx').then((note) => note.NotFound), failure: () => null });

function Surroundings({ menu, missing, onClose }: { menu: MenuHere; missing: string; onClose: () => void }) {
  const [searching, setSearching] = useState(false);
  const search = useCallback(() => setSearching(true), []);
  const close = useCallback(() => setSearching(false), []);
  const roomy = useWideAs('chat');
  const home = menu.places[0]?.to;
  useSearchKey(search);
  useLateCode();
  return (
    <>
      {roomy && <SideNav menu={menu} />}
      <Head menu={menu} onSearch={search}>
        {missing && <NotFound path={missing} home={home === PUBLIC_HOME ? undefined : home} onSearch={search} onClose={onClose} />}
      </Head>
      {!roomy && (
        <>
          <IndexStripLater />
          <BottomBar menu={menu} />
        </>
      )}
      <Foot places={menu.foot} language={!roomy} />
      {searching && <SearchDialog onClose={close} />}
    </>
  );
}
