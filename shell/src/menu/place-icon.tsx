import CircleHelp from 'lucide-react/icons/circle-question-mark';
import CircleUser from 'lucide-react/icons/circle-user';
import FileCheck from 'lucide-react/icons/file-check';
import FilePlus from 'lucide-react/icons/file-plus';
import Gauge from 'lucide-react/icons/gauge';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import Info from 'lucide-react/icons/info';
import Scale from 'lucide-react/icons/scale';
import ScrollText from 'lucide-react/icons/scroll-text';
import type { PlaceKey } from './menu.ts';

const ICONS = {
  home: House,
  history: History,
  publish: FilePlus,
  sentiment: Gauge,
  review: FileCheck,
  account: CircleUser,
  disclaimer: Info,
  compliance: Scale,
  faqs: CircleHelp,
  terms: ScrollText,
} as const;

export function PlaceIcon({ place }: { place: PlaceKey }) {
  const Icon = ICONS[place];
  return <Icon size={20} aria-hidden="true" />;
}
