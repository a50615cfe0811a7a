/** Path of a Chromium that is on this machine, or null. */
export function findChromium(): Promise<string | null>;
/** Path of the Chromium for tests, without windows where there is one; null: none. */
export function findTestChromium(): Promise<string | null>;
/** Finds a Chromium or installs one the way this machine allows; null, with a message, when there is no way. */
export function ensureChromium(): Promise<string | null>;
/** As `ensureChromium`, for tests. */
export function ensureTestChromium(): Promise<string | null>;
