import type { DisclaimerWords } from '@vimarsh/shared/contract/embed/routes.ts';
import { DISCLOSURE_VERSION, ILLUSTRATION_NOTE, MARKET_RISK_WARNING, REGISTERED_NAME, REGISTRATION_NO } from '@vimarsh/shared/domain/text/disclosure.ts';
import { FNO_RISK } from '@vimarsh/shared/domain/text/fno-disclosure.ts';

/** What stands around the words. The words themselves are the regulator's and are translated by nobody here. */
const LABELS: Record<'en' | 'hi', DisclaimerWords['labels']> = {
  en: { note: 'Disclaimer', registration: 'SEBI registration', derivatives: 'Risk disclosure on derivatives', version: 'Version' },
  hi: { note: 'अस्वीकरण', registration: 'SEBI पंजीकरण', derivatives: 'डेरिवेटिव के जोखिम', version: 'संस्करण' },
};

export const disclaimerWords = (lang: 'en' | 'hi'): DisclaimerWords => ({
  version: DISCLOSURE_VERSION,
  registered_name: REGISTERED_NAME,
  registration_no: REGISTRATION_NO,
  warnings: [MARKET_RISK_WARNING, ILLUSTRATION_NOTE],
  derivatives: FNO_RISK,
  labels: LABELS[lang],
});
