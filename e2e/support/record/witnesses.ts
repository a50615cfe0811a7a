import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Witnessed } from '@vimarsh/shared/contract/calls/witnesses.ts';
import { planWitnesses, WITNESS } from '../../../shared/build/witnesses.mjs';
import { makeFolder } from '../folders.ts';
import { REPOSITORY } from '../stack.ts';

/** Two witnesses of a stack, as `npm start` runs them, that look every second. */
export interface TwoWitnesses {
  /** The server's `WITNESSES`. */
  readonly setting: string;
  /** They look at this portal from now on. */
  watch(portal: string): void;
  /** What one says of itself. */
  stateOf(at: 0 | 1): Promise<{ head?: { size: number }; refused?: { why: string } }>;
  /** What the portal says of both. */
  report(portal: string): Promise<Witnessed>;
  stop(): void;
}

export async function twoWitnesses(): Promise<TwoWitnesses> {
  const folder = makeFolder(false);
  const { witnesses, setting } = (await planWitnesses('', { DATA_DIR: folder }))!;
  const running: ChildProcess[] = [];
  const ask = async <T>(url: string): Promise<T> => (await fetch(url)).json() as Promise<T>;
  return {
    setting,
    watch(portal) {
      for (const { args } of witnesses) {
        const own = args.map((arg, at) => (args[at - 1] === '--watch' ? portal : args[at - 1] === '--every' ? '1' : arg));
        running.push(spawn(process.execPath, [REPOSITORY + WITNESS, ...own], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
      }
    },
    stateOf: (at) => ask(witnesses[at]!.url),
    report: async (portal) => (await ask<{ data: Witnessed }>(`${portal}/reco/v1/ledger/witnesses`)).data,
    stop() {
      for (const child of running) child.kill();
      rmSync(folder, { recursive: true });
    },
  };
}
