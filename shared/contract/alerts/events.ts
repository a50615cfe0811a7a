import type {} from '../module/types.ts';

/** What modules tell each other of it. */
declare module '../module/types.ts' {
  interface ModuleEvents {
    /** Somebody signed in wants to be told of something about a stock or index: the shell opens the dialog. */
    'alert.asked': { symbol: string };
    /** The user has set, paused or removed an alert; who shows them asks again. */
    'alerts.changed': Record<string, never>;
  }
}
