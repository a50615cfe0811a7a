import type { PageRoute } from '@vimarsh/shared/contract/release/types.ts';
import { isOneOf } from '@vimarsh/shared/domain/access/audiences.ts';
import type { Caller } from '@vimarsh/shared/domain/access/caller.ts';
import { addressOf } from '../menu/menu.ts';

export interface Found {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly to: string;
}

/** The caller's screens that need no parameters, found by their title. Visitors get open ones only. */
export function findPages(routes: readonly PageRoute[], query: string, caller: Caller): Found[] {
  const text = query.trim().toLowerCase();
  return routes
    .filter((route) => route.layout === 'frame' && (caller.user_id !== null || route.guard === 'open') && !/:\w+(?!\w*\?)(\/|$)/.test(route.path))
    .filter((route) => isOneOf(route.for, caller) && (text === '' || route.title.toLowerCase().includes(text)))
    .map((route) => ({ key: route.path, label: route.title, hint: 'Page', to: addressOf(route) }));
}
