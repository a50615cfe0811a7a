import type {} from '../module/types.ts';

/** What modules tell each other of it. */
declare module '../module/types.ts' {
  interface ModuleEvents {
    'call.published': { id: string };
    'call.closed': { id: string; status: string };
  }
}
