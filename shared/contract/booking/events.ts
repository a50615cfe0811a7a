import type {} from '../module/types.ts';

/** What modules tell each other of it. */
declare module '../module/types.ts' {
  interface ModuleEvents {
    /** Somebody signed in wants to book a demo, or to see what they booked: the shell opens the dialog. */
    'demo-booking.asked': Record<string, never>;
  }
}
