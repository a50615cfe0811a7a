import type { ConsentKind } from '../../contract/consents/types.ts';
import { FNO_FIGURES } from '../text/fno-disclosure.ts';

/** Version of the terms in force. Their page shows it, and every consent is recorded with it. */
export const TERMS_VERSION = '1.0.0';

/** The wording people agree to, recorded as shown. */
export const CONSENT_WORDS = {
  signUp: 'I agree to the terms and to notifications about my account',
  logIn: 'By logging in you agree to the terms',
  myAccount: 'Agree to the terms',
  documents: 'By sending documents you agree that we keep them encrypted and that two reviewers look at them',
  researchMessages: 'By switching one of these on you agree to messages about calls',
  derivativesRisk: FNO_FIGURES.lines.join(' '),
} as const;

interface Consent {
  readonly title: string;
  readonly version: string;
  /** What it is for. */
  readonly purpose: string;
  /** How it ends, or why it can't be withdrawn separately. */
  readonly ending: string;
  /** Whether it can be given on the consents page. The others are given where they are needed. */
  readonly givable: boolean;
  readonly withdrawable: boolean;
}

export const CONSENTS: Readonly<Record<ConsentKind, Consent>> = {
  terms: {
    title: 'Terms and conditions',
    version: TERMS_VERSION,
    purpose: 'Using the service, and the messages an account can’t do without: OTPs, security and changes you made.',
    ending: 'No account works without them. They end when you erase the account.',
    givable: true,
    withdrawable: false,
  },
  documents: {
    title: 'Checking your documents',
    version: '1.0.0',
    purpose: 'Proving who you are and, for experts, the registration with SEBI. Given when you send a document.',
    ending: 'Records of verification have to be kept while the account exists. The files are erased with it.',
    givable: false,
    withdrawable: false,
  },
  research_messages: {
    title: 'Messages about calls',
    version: '1.0.0',
    purpose: 'Telling you about calls of experts you follow. Given by switching them on under Notifications.',
    ending: 'Withdraw it at any time: all of these messages stop at once.',
    givable: false,
    withdrawable: true,
  },
  derivatives_risk: {
    title: 'How many lose in F&O',
    version: FNO_FIGURES.version,
    purpose: 'Knowing how individual traders fare before you open option calls. Given where they are first opened, and again after 30 days.',
    ending: 'It records that you were shown these figures, so there is nothing to take back.',
    givable: false,
    withdrawable: false,
  },
};

/** Days after which the figures on losses in derivatives are shown again. */
export const RISK_AGAIN_DAYS = 30;

/** Whether somebody has to see them: never acknowledged, another version, or too long ago. */
export const isRiskDue = (last: { readonly version: string; readonly at: Date } | null, now: Date): boolean =>
  last === null || last.version !== CONSENTS.derivatives_risk.version || now.getTime() - last.at.getTime() >= RISK_AGAIN_DAYS * 86_400_000;
