import type {} from '../module/types.ts';

/** What modules tell each other of it. */
declare module '../module/types.ts' {
  interface ModuleEvents {
    'profile.updated': { user_id: string };
  }
}
