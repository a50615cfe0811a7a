import { css } from '@emotion/react';
import { muteExpert, readNotice, readNoticeSettings, readNotices } from '@vimarsh/shared/contract/notices/routes.ts';
import { type CallNotice, NOTICE_TOPICS, type Notice, type NoticeSettings, type NoticeTopic } from '@vimarsh/shared/contract/notices/types.ts';
import { TOPIC_TITLES } from '@vimarsh/shared/domain/notices/words.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Drawer } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { SkeletonHost, SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useEffect, useState } from 'react';
import { NoticeRow } from './notice-row.tsx';
import { NoticeWishes } from './notice-wishes.tsx';
import { useNotices } from './use-notices.ts';

const stackCss = css`
  display: grid;
  gap: var(--s-12);
  justify-items: start;
  & > * {
    width: 100%;
  }
  /* Six topics are in sight on the desk, where nobody pushes a row sideways. */
  & > [role='tablist'] {
    gap: 0;
  }
  & > [role='tablist'] > [role='tab'] {
    padding: 0 var(--s-8);
  }
`;
const listCss = css`
  margin: 0;
  padding: 0;
  list-style: none;
`;
const olderCss = css`
  justify-self: center;
`;

const PANEL = 'notices';
type Shown = 'all' | NoticeTopic | 'alerts';
const ITEMS: readonly { value: Shown; label: string }[] = [
  { value: 'all', label: 'All' },
  ...NOTICE_TOPICS.map((value) => ({ value, label: TOPIC_TITLES[value] })),
  { value: 'alerts', label: 'Alerts' },
];

const Alerts = part<object>({ what: 'Your alerts', load: () => import('../alerts/alerts.panel.tsx').then((panel) => panel.AlertsPanel) });

export interface NoticesDrawerProps {
  /** What it opens with. */
  first: 'all' | 'alerts';
  onCount: (unread: number) => void;
  onClose: () => void;
}

/** What happened, newest first, what of it is to be heard, and the alerts one has set. */
export function NoticesDrawer({ first, onCount, onClose }: NoticesDrawerProps) {
  const session = useSessionApi();
  const [shown, setShown] = useState<Shown>(first);
  const onAlerts = shown === 'alerts';
  const topic = shown === 'all' || shown === 'alerts' ? null : shown;
  const list = useNotices(topic, onCount);
  const [wishes, setWishes] = useState<NoticeSettings | null>(null);
  const [marking, setMarking] = useState(false);
  const [loading, setLoading] = useState(false);
  useEffect(() => {
    void session.request(readNoticeSettings, {}, { quiet: true }).then(({ data }) => data && setWishes(data));
  }, [session]);
  const muted = new Set(wishes?.muted.map(({ user_id }) => user_id));

  async function markRead({ seq }: Notice) {
    const { data } = await session.request(readNotice, { body: { seq } });
    if (!data) return;
    onCount(data.unread);
    list.seen((notice) => notice.seq === seq);
  }
  async function markAll() {
    const until = list.notices[0]?.seq;
    if (until === undefined) return;
    setMarking(true);
    const { data } = await session.request(readNotices, { body: { until, ...(topic && { topic }) } });
    setMarking(false);
    if (!data) return;
    onCount(data.unread);
    list.seen((notice) => notice.seq <= until);
  }
  async function mute({ user_id, full_name }: CallNotice['expert'], on: boolean) {
    const { data } = await session.request(muteExpert, { body: { user_id, on } });
    if (!data) return;
    setWishes(data);
    session.notify({ kind: 'success', title: 'Saved', text: on ? `${full_name} is muted` : `${full_name} is no longer muted`, ms: 3000 });
  }
  async function older() {
    setLoading(true);
    await list.older();
    setLoading(false);
  }

  const unread = list.notices.some(({ read }) => !read);
  return (
    <Drawer
      open
      onClose={onClose}
      title="Notices"
      footer={
        unread &&
        !onAlerts && (
          <Button busy={marking} onClick={() => void markAll()}>
            Mark all as read
          </Button>
        )
      }
    >
      <div css={stackCss}>
        <Tabs label="Topics" items={ITEMS} value={shown} onChange={setShown} panelId={PANEL} />
        <TabPanel id={PANEL} value={shown}>
          {onAlerts ? (
            <Alerts />
          ) : (
            <>
              {list.state === 'ready' && list.stale && (
                <p>
                  <StaleBadge asOf={list.asOf} /> <Button onClick={list.retry}>Retry</Button>
                </p>
              )}
              {list.state === 'loading' && (
                <SkeletonHost label="Your notices">
                  <SkeletonRows rows={5} height={88} />
                </SkeletonHost>
              )}
              {list.state === 'failed' && <ErrorState what="your notices" onRetry={list.retry} error={list.error} />}
              {list.state === 'ready' && list.notices.length === 0 && (
                <EmptyState
                  title="No notices yet"
                  text="New calls of experts you follow, what becomes of them, your alerts and decisions on your documents appear here."
                />
              )}
              {list.notices.length > 0 && (
                <ul css={listCss} aria-label="Notices">
                  {list.notices.map((notice) => (
                    <NoticeRow
                      key={notice.seq}
                      notice={notice}
                      muted={wishes && notice.expert && muted.has(notice.expert.user_id)}
                      onOpen={() => {
                        if (!notice.read) void markRead(notice);
                        onClose();
                      }}
                      onRead={() => void markRead(notice)}
                      onMute={(on) => notice.expert && void mute(notice.expert, on)}
                    />
                  ))}
                </ul>
              )}
            </>
          )}
        </TabPanel>
        {list.more && !onAlerts && (
          <span css={olderCss}>
            <Button busy={loading} onClick={() => void older()}>
              Show older notices
            </Button>
          </span>
        )}
        {wishes && !onAlerts && <NoticeWishes wishes={wishes} onSaved={setWishes} onHear={(expert) => void mute(expert, false)} />}
      </div>
    </Drawer>
  );
}
