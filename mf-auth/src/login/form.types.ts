import type { Country } from '@vimarsh/shared/domain/people/countries.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import type { Setting } from './login.api.ts';
import type { How } from './use-signed-in.ts';

/** The details typed so far. They stay when the form changes (S4-SWITCH-A02). */
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
  /** A released module has the 'Forgot password?' screen. */
  canReset: boolean;
  onSignedIn: (answer: LoginAnswer, how: How) => void;
  onSwitch: (form: 'sign-in' | 'sign-up') => void;
}
