import type { DENY_REASONS } from '../../contract/chat/types.ts';

/** Why an expert denies a request, as both sides read it. A request may be denied without a reason. */
export const DENY_WORDS = {
  busy: 'No time for another chat now',
  other_field: 'Not my field',
  advice: 'Asks for personal advice',
} as const satisfies Partial<Record<(typeof DENY_REASONS)[number], string>>;
