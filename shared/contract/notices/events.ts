import type {} from '../module/types.ts';

/** What modules tell each other of it. */
declare module '../module/types.ts' {
  interface ModuleEvents {
    /** Somebody signed in wants to read their notices, or the alerts they have set: the shell's bell opens them. */
    'notices.asked': { shown: 'all' | 'alerts' };
  }
}
