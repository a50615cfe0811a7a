import { listBuzzCases } from '@vimarsh/shared/contract/buzz/routes.ts';
import type { BuzzCase } from '@vimarsh/shared/contract/buzz/types.ts';
import { type ChatCase, listChatCases } from '@vimarsh/shared/contract/chat/cases.ts';
import { useQuery, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useMore } from '../buzz/use-more.ts';
import { type CaseTab, mergeCases, type StaffCase } from './case.view.ts';

export const QUEUES = ['all', 'chats', 'report', 'review', 'appeal'] as const;
export type Queue = (typeof QUEUES)[number];
export const HOLDERS = ['all', 'me', 'nobody'] as const;
export type Holder = (typeof HOLDERS)[number];

export interface CaseFilter {
  readonly tab: CaseTab;
  readonly queue: Queue;
  readonly holder: Holder;
}

/** Cases of one answer. */
const PAGE = '50';
const EVERY_MS = 60_000;
const OPTIONS = { fresh: 0, every: EVERY_MS, shown: true };
const NONE = { cases: [], next: null };

/** The cases of both areas that a filter names, in one order. A filter has its own component, so that no list is shown under another's. */
export function useCases({ tab, queue, holder }: CaseFilter) {
  const hasChats = queue === 'all' || queue === 'chats';
  const hasPosts = queue !== 'chats';
  const assigned = holder === 'all' ? {} : { assigned: holder };
  const postQuery = {
    state: tab === 'upheld' ? ('removed' as const) : tab,
    limit: PAGE,
    ...assigned,
    ...(queue !== 'all' && queue !== 'chats' && { queue }),
  };
  const chatQuery = { state: tab, limit: PAGE, ...assigned };
  const posts = useQuery(listBuzzCases, { query: postQuery }, { ...OPTIONS, enabled: hasPosts });
  const chats = useQuery(listChatCases, { query: chatQuery }, { ...OPTIONS, enabled: hasChats });
  const morePosts = useRequest(listBuzzCases);
  const moreChats = useRequest(listChatCases);
  const firstPosts = hasPosts ? (posts.data ?? NONE) : NONE;
  const firstChats = hasChats ? (chats.data ?? NONE) : NONE;
  const postList = useMore<BuzzCase>(
    { items: firstPosts.cases, next: firstPosts.next },
    ({ id }) => id,
    async (after) => {
      const { data } = await morePosts.send({ query: { ...postQuery, after } });
      return data && { items: data.cases, next: data.next };
    },
  );
  const chatList = useMore<ChatCase>(
    { items: firstChats.cases, next: firstChats.next },
    ({ id }) => id,
    async (after) => {
      const { data } = await moreChats.send({ query: { ...chatQuery, after } });
      return data && { items: data.cases, next: data.next };
    },
  );
  const items = mergeCases(
    [
      { items: postList.items.map((item): StaffCase => ({ area: 'posts', item })), isCut: postList.more !== null },
      { items: chatList.items.map((item): StaffCase => ({ area: 'chats', item })), isCut: chatList.more !== null },
    ],
    tab,
  );
  const isLoaded = (!hasPosts || posts.data !== undefined) && (!hasChats || chats.data !== undefined);
  return {
    items,
    isLoaded,
    error: posts.error ?? chats.error,
    staleSince: (posts.stale && posts.asOf) || (chats.stale && chats.asOf) || null,
    refetch: (): void => {
      if (hasPosts) posts.refetch();
      if (hasChats) chats.refetch();
    },
    more:
      postList.more || chatList.more
        ? (): void => {
            postList.more?.();
            chatList.more?.();
          }
        : null,
    busy: postList.busy || chatList.busy,
  };
}
