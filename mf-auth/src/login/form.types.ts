import type { Country } from '@vimarsh/shared/domain/countries.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import type { Setting } from './login.api.ts';
import type { How } from './use-signed-in.ts';

/** What was typed about a person; stays when the form changes (S4-SWITCH-A02). */
export interface Who {
  username: string;
  country: Country;
}

export interface FormProps {
  who: Who;
  onWho: (who: Who) => void;
  setting: Setting;
  /** Sign-up is allowed on this site. */
  canSignUp: boolean;
  /** The screen behind 'Forgot password?' exists. */
  canReset: boolean;
  onSignedIn: (answer: LoginAnswer, how: How) => void;
  onSwitch: (form: 'sign-in' | 'sign-up') => void;
}
