import { withoutUnseen } from '@vimarsh/shared/contract/plain-digits.ts';
import type { PageRoute } from '@vimarsh/shared/contract/release/types.ts';
import { isOneOf } from '@vimarsh/shared/domain/access/audiences.ts';
import type { Caller } from '@vimarsh/shared/domain/access/caller.ts';
import { isNear } from '@vimarsh/shared/domain/text/near.ts';
import { said } from '@vimarsh/shared/session/say.ts';
import { addressOf, titleFor } from '../menu/menu.ts';

export interface Found {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly to: string;
}

/** The caller's screens that need no parameters, found by their title, also as it is said in the reader’s language. Visitors get open ones only. */
export function findPages(routes: readonly PageRoute[], query: string, caller: Caller): Found[] {
  const text = withoutUnseen(query).trim().toLowerCase();
  const open = routes
    .map((route) => ({ ...route, title: titleFor(route, caller) }))
    .filter((route) => route.layout === 'frame' && (caller.user_id !== null || route.guard === 'open') && !/:\w+(?!\w*\?)(\/|$)/.test(route.path))
    .filter((route) => isOneOf(route.for, caller));
  const titled = open.filter(({ title }) => [title, said(title)].some((name) => withoutUnseen(name).toLowerCase().includes(text)));
  const near = (title: string): boolean =>
    title
      .toLowerCase()
      .split(' ')
      .some((word) => isNear(text, word));
  return (titled.length > 0 ? titled : open.filter(({ title }) => near(title))).map((route) => ({
    key: route.path,
    label: route.title,
    hint: 'Page',
    to: addressOf(route),
  }));
}
