/** The warning on every research surface. The regulator fixes the wording: add and cut nothing, never show it below 10 pt. */
export const MARKET_RISK_WARNING = 'Investment in securities market are subject to market risks. Read all the related documents carefully before investing.';
/** Shown beside securities used as examples. */
export const ILLUSTRATION_NOTE = 'The securities quoted are for illustration only and are not recommendatory.';
/** The demo's research entity and its registration. */
export const REGISTERED_NAME = 'Vimarsh Research Pvt Ltd (demo)';
export const REGISTRATION_NO = 'INH999900000 (demo)';

/** Version of the texts above. A partner's archive records it to say what was shown. */
export const DISCLOSURE_VERSION = 'disclosure-2026-11-1';
