import * as z from 'zod/mini';

/** What step two asks for. `token` goes back with it, for the partner that needs it (S7-PARTNER-A01). */
export const stepOne = z.object({ factor: z.enum(['pin', 'otp']), message: z.string(), token: z.optional(z.string()) });
