import { Checkbox } from '@vimarsh/shared/ui/fields/field.tsx';
import { SIGN_IN_WORDS } from '../words.ts';
import { TermsWord } from './terms-word.tsx';

/** The terms a sign-up agrees to. The box is always checked (S2.4-SIGNUP-05). */
export function AcceptedTerms() {
  return (
    <Checkbox
      checked
      disabled
      readOnly
      label={
        <>
          {SIGN_IN_WORDS.terms} (<TermsWord />)
        </>
      }
    />
  );
}
