import type {} from '../module/types.ts';

/** What modules tell each other of it. */
declare module '../module/types.ts' {
  interface ModuleEvents {
    /** Somebody wants what their plan lacks: the shell says which plan has it. `what`: "Intraday calls". `note`: what stays open, where it is not about calls. */
    'paid-feature.asked': { what: string; plan: string; note?: string };
    'call.published': { id: string };
    'call.closed': { id: string; status: string };
  }
}
