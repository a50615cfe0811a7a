import { SPLIT_VIEW } from '@vimarsh/shared/domain/routing/member-places.ts';
import { BROWSE_PATH, type BrowseView, DEFAULT_TERM, parseView, viewUrl } from '../browse/browse-url.ts';

/** The view of the first layout, and a second call beside the chosen one. */
export interface SplitView extends BrowseView {
  /** Id of the call to compare with, '' for none. */
  compare: string;
  /** The chosen call's drawer is open, with everything about it. */
  whole: boolean;
}

/** Three filters stand in this path; the size, the fourth of the first layout, stands in the query. */
const POSITIONS = 3;

/** Path and query → view, as the first layout reads them (S2.1-PARAM-07…09). */
export function parseSplit(path: string, query: URLSearchParams): SplitView {
  const compare = query.get('compare') ?? '';
  const view = parseView(BROWSE_PATH + path.slice(SPLIT_VIEW.length), query);
  return {
    ...view,
    // A list by stock holds all calls of its term.
    enter: '',
    compare: /^[A-Za-z0-9_-]{1,64}$/.test(compare) && compare !== view.reco ? compare : '',
    whole: query.get('whole') === '1' && view.reco !== '',
  };
}

/** View → URL of this layout, without defaults. */
export function splitUrl({ compare, whole, cap, ...view }: SplitView): string {
  const isDefault = view.tab === 'live' && view.term === DEFAULT_TERM;
  const [path, search] = viewUrl({ ...view, cap: '', ...(isDefault && { enter: 'first' as const }) })
    .slice(BROWSE_PATH.length)
    .split('?');
  const query = new URLSearchParams(search);
  if (cap) query.set('cap', cap);
  if (compare) query.set('compare', compare);
  if (whole && view.reco) query.set('whole', '1');
  const words = query.toString();
  return (
    SPLIT_VIEW +
    path!
      .split('/')
      .slice(0, POSITIONS + 1)
      .join('/') +
    (words ? `?${words}` : '')
  );
}
