import { AUTH_BYPASS, LOGIN } from '../domain/routing/places.ts';

/** In a bypass environment every place that would show the login shows /auth-bypass (S4-AFTER-A02, S4-GUARD-A06). */
export const loginPath = (environment: { byPassLogin: boolean } | null): string => (environment?.byPassLogin ? AUTH_BYPASS : LOGIN);
