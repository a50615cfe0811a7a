/** Warning on every research surface. Wording fixed by the regulator: nothing added, nothing cut, never under 10 pt. */
export const MARKET_RISK_WARNING = 'Investment in securities market are subject to market risks. Read all the related documents carefully before investing.';
/** Stands beside securities shown as examples. */
export const ILLUSTRATION_NOTE = 'The securities quoted are for illustration only and are not recommendatory.';
/** The entity that publishes the research, and its registration; of the demo. */
export const REGISTERED_NAME = 'Vimarsh Research Pvt Ltd (demo)';
export const REGISTRATION_NO = 'INH999900000 (demo)';
