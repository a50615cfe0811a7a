import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Checkbox } from '@vimarsh/shared/ui/field.tsx';
import { WORDS } from './words.ts';

/** What a sign-up agrees to; fixed on (S2.4-SIGNUP-05). */
export function AcceptedTerms() {
  return (
    <Checkbox
      checked
      disabled
      readOnly
      label={
        <>
          {WORDS.terms} (<Link to="/retail-side/terms-condition">terms</Link>)
        </>
      }
    />
  );
}
