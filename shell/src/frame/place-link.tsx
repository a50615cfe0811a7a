import { Link } from '@vimarsh/shared/kit/router.tsx';
import type { Place } from '../menu/menu.ts';
import { PlaceIcon } from '../menu/place-icon.tsx';
import { rowCss } from './row.ts';

export function PlaceLink({ place, here, onGo }: { place: Place; here: boolean; onGo?: () => void }) {
  return (
    <Link to={place.to} css={rowCss} title={place.label} aria-current={here ? 'page' : undefined} onClick={onGo}>
      <PlaceIcon place={place.key} />
      <span>{place.label}</span>
    </Link>
  );
}
