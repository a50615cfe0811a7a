import type { CallPage } from '@vimarsh/shared/contract/calls/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

type Entries = Pick<CallPage, 'enterable' | 'entering'>;

/** The chip of live calls that can still be entered, with their number once the list has said it. */
export const enterLabel = ({ enterable }: Entries): string => (enterable === undefined ? ENTER : `${ENTER} ${formatNumber(enterable)}`);
const ENTER = 'Can still enter';

/** Whether a list holds these alone. While nothing has answered, a list that begins with them is taken for one that has some. */
export const isEntering = ({ enter }: { readonly enter: 'first' | '1' | '' }, { entering }: Entries): boolean =>
  enter === '1' || (enter === 'first' && entering !== false);
