/** Milliseconds: main and chat clients, upload clients (S9-LIM-06…08). Page chunks have theirs in the build. */
export const REQUEST_TIMEOUT_MS = 300_000;
export const CHAT_TIMEOUT_MS = 300_000;
export const UPLOAD_TIMEOUT_MS = 30_000;
export const SOCKET_RECONNECTION = { attempts: 5, delayMs: 1_000, delayMaxMs: 5_000 } as const;

/** Milliseconds. Login success 1.5 s, demo and order notices 2 s, errors and profile 3 s (S9-LIM-11, -A01). */
export const TOAST_MS = { short: 1_500, medium: 2_000, long: 3_000 } as const;
export const CAMPAIGN_DELAY_MS = 1_000;
/** From the word of a chat request to its popup (S9-LIM-12). */
export const CHAT_POPUP_DELAY_MS = 1_000;

/** Demo booking: earliest day counted from today; weekday 0 is Sunday; slots in IST. */
export const DEMO_BOOKING = { earliestInDays: 2, disabledWeekdays: [0, 6], debounceMs: 500, utcOffset: '+05:30' } as const;

/** px. A screen at least this wide is a desktop (S9-LIM-A02). */
export const DESKTOP_PX = 1284;
export const EXPERT_VIEW_PX = 1100;
export const CHAT_PX = 880;
/** Distance from the viewport within which images load, px. */
export const LAZY_IMAGE_MARGIN_PX = 200;

export const FONT_FALLBACK = 'Montserrat';
/** `size`: px of the loader's text; `radius` and `lineWidth`: px of the spinner (S9-LOOK-A01). */
export const LOADER_DEFAULTS = { color: '#2d2e8d', font: FONT_FALLBACK, size: 12, radius: 10, lineWidth: 5 } as const;
