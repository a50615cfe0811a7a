/** "The partner login module" of the guard and of routing after login is one of the two (S4-GUARD-A08). */
export const isPartnerLoginModule = (loginModule: string): boolean => loginModule === 'zebu';

/** In a bypass environment every place that would show the login shows /auth-bypass (S4-AFTER-A02, S4-GUARD-A06). */
export const loginPath = (environment: { byPassLogin: boolean } | null): string => (environment?.byPassLogin ? '/auth-bypass' : '/login');
