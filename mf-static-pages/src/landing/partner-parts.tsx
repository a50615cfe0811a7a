import { part } from '@vimarsh/shared/kit/part.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { type LivePart, LiveTicketPanel } from '../document/live-parts.tsx';

const LiveWidgets = part({
  what: 'The widgets',
  load: () => import('./live-widgets.panel.tsx').then((panel) => panel.LiveWidgets),
  placeholder: <SkeletonRows rows={3} height={84} />,
});

export const LIVE_WIDGETS: LivePart = { id: 'widgets', title: 'Widgets, live', content: <LiveWidgets /> };
/** Who comes to a page for brokers most likely writes for one. */
export const PARTNER_TICKET: LivePart = { id: 'ticket', title: 'Write to us', content: <LiveTicketPanel kind="partnership" /> };
