import type { Session } from '@vimarsh/shared/session';

/** Stands for the page's session in what the server draws: each drawing brings its own, so that none is shared. */
const refuseSession = (): Session => {
  throw new Error('A drawing on the server has the session that it was given, and no other');
};

export { refuseSession as connect };
