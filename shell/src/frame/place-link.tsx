import { Link } from '@vimarsh/shared/kit/router.tsx';
import type { Place } from '../menu/menu.ts';
import { PlaceIcon } from '../menu/place-icon.tsx';
import { rowCss } from './row.ts';

export function PlaceLink({ place, active, onGo }: { place: Place; active: boolean; onGo?: () => void }) {
  return (
    <Link to={place.to} css={rowCss} title={place.label} aria-current={active ? 'page' : undefined} onClick={onGo}>
      <PlaceIcon paths={place.icon} />
      <span>{place.label}</span>
    </Link>
  );
}
