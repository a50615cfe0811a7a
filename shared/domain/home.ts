/** Where a signed-in user starts when nothing else is asked for (S4-AFTER-O01). */
export const HOME_WHEN_SIGNED_IN = '/experts-past-recommendations';
