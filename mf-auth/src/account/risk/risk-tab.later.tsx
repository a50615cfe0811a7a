import { part } from '@vimarsh/shared/kit/part.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/skeleton.tsx';

/** Few open it, and not often: its code comes when they do. */
export const RiskTab = part<object>({
  what: 'This tab',
  load: () => import('./risk.tab.tsx').then((tab) => tab.RiskTab),
  placeholder: <SkeletonRows rows={2} height={176} screen />,
});
