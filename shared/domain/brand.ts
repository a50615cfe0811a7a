/** What `{product}` of the specification stands for, in every route, key and API path (S0-BRAND-01). */
export const BRAND = 'vimarsh';
/** The same for headings and messages to people. */
export const BRAND_TITLE = 'Vimarsh';
