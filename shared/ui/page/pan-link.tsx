import { PAN_PLACE } from '../../domain/routing/member-places.ts';
import { Link } from '../../kit/router.tsx';
import { buttonCss } from '../fields/button.css.ts';

/** The way from what was paid for to the field that opens it. */
export function PanLink() {
  return (
    <Link css={buttonCss('primary')} to={PAN_PLACE}>
      Give my PAN
    </Link>
  );
}
