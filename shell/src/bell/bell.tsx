import { css } from '@emotion/react';
import { countNotices } from '@vimarsh/shared/contract/notices/routes.ts';
import { UNREAD_CEILING } from '@vimarsh/shared/contract/notices/types.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useTopic } from '@vimarsh/shared/kit/topic.ts';
import { UNREAD_COUNT } from '@vimarsh/shared/session/core/client-state.ts';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import BellIcon from 'lucide-react/icons/bell';
import { useCallback, useEffect, useRef, useState } from 'react';
import { NotOpened } from '../frame/not-opened.tsx';
import type { NoticesDrawerProps } from './notices.drawer.tsx';

const NoticesDrawer = part<NoticesDrawerProps>({
  what: 'Your notices',
  load: () => import('./notices.drawer.tsx').then((drawer) => drawer.NoticesDrawer),
  failure: ({ onClose }, _, late) => <NotOpened what="Your notices" late={late} onClose={onClose} />,
});

/** Several notices come at once when a market opens: they are counted once. */
const TOGETHER_MS = 400;

const placeCss = css`
  position: relative;
  flex: none;
  & > span {
    position: absolute;
    top: 2px;
    right: 4px;
    min-width: 18px;
    padding: 0 4px;
    border-radius: 9px;
    background: var(--accent);
    color: var(--on-accent);
    font-size: 11px;
    font-weight: 600;
    line-height: 18px;
    text-align: center;
    font-variant-numeric: tabular-nums;
    pointer-events: none;
  }
`;

const many = (unread: number): boolean => unread >= UNREAD_CEILING;
const labelOf = (unread: number): string => (unread === 0 ? 'Notices' : many(unread) ? 'Notices, 99+ unread' : `Notices, ${unread} unread`);

/** How many notices are unread, kept up to date by the socket, and the way to them. What was missed while it was away is counted when it is back. */
export function Bell() {
  const session = useSessionApi();
  const [unread, setUnread] = useState(() => session.state.get(UNREAD_COUNT));
  const [open, setOpen] = useState<NoticesDrawerProps['first'] | null>(null);
  const onCount = useCallback(
    (count: number) => {
      session.state.set(UNREAD_COUNT, count);
      setUnread(count);
    },
    [session],
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = useCallback(async () => {
    const { data } = await session.request(countNotices, {}, { quiet: true });
    if (data) onCount(data.unread);
  }, [session, onCount]);
  useEffect(() => {
    void ask();
    // What was hinted at while there was no connection could not be counted.
    const back = () => void ask();
    addEventListener('online', back);
    return () => {
      removeEventListener('online', back);
      clearTimeout(timer.current);
    };
  }, [ask]);
  useEffect(() => session.listen('notices.asked', ({ shown }) => setOpen(shown)), [session]);
  useTopic({ topic: 'notices' }, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void ask(), TOGETHER_MS);
  });
  return (
    <span css={placeCss}>
      <IconButton label={labelOf(unread)} aria-haspopup="dialog" onClick={() => setOpen('all')}>
        <BellIcon size={20} aria-hidden="true" />
      </IconButton>
      {unread > 0 && <span aria-hidden="true">{many(unread) ? '99+' : unread}</span>}
      {open && <NoticesDrawer key={open} first={open} onCount={onCount} onClose={() => setOpen(null)} />}
    </span>
  );
}
