import { Checkbox } from '@vimarsh/shared/ui/field.tsx';
import { TermsWord } from './terms-word.tsx';
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
          {WORDS.terms} (<TermsWord />)
        </>
      }
    />
  );
}
