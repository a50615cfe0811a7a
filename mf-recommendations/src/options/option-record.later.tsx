import { part } from '@vimarsh/shared/kit/part.tsx';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import type { OptionRecord } from './option-record.tsx';

/** An expert's record of option calls; its code loads where it is shown. */
export const OptionRecordLater = part<Parameters<typeof OptionRecord>[0]>({
  what: 'The record',
  load: () => import('./option-record.tsx').then((record) => record.OptionRecord),
  placeholder: <Skeleton height={240} />,
});
