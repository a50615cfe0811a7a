import type {} from '../module/types.ts';

/** What modules tell each other of it. */
declare module '../module/types.ts' {
  interface ModuleEvents {
    /** A page needs a broker login: the shell lets the user choose a broker. `to`: the path to go on at after it. */
    'broker-login.asked': { to: string };
  }
}
