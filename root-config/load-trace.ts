import type { ModuleTrace } from '@vimarsh/shared/contract/load-trace/types.ts';
import type { LoadPhase } from './load-module.ts';

export type Trace = ReturnType<typeof createTrace>;

/** Collects how each module came up and sends it once, when the page has settled or is left. Holds nothing personal. */
export function createTrace(releaseSet: string) {
  const modules = new Map<string, ModuleTrace>();
  const of = (name: string): ModuleTrace => {
    const fresh: ModuleTrace = { name, release: '', outcome: 'failed', retried: false, phase: 'entry', entry_ms: null, module_ms: null, shown_ms: null };
    const trace = modules.get(name) ?? fresh;
    modules.set(name, trace);
    return trace;
  };
  let sent = false;
  const send = () => {
    const known = [...modules.values()].filter(({ release }) => release);
    if (sent || !known.length) return;
    sent = true;
    const body = JSON.stringify({ set: releaseSet, modules: known });
    navigator.sendBeacon?.('/base/v1/load-trace', new Blob([body], { type: 'application/json' }));
  };
  addEventListener('pagehide', send);

  return {
    phase(name: string, phase: 'entry' | 'module', retried: boolean): void {
      performance.mark(`vimarsh:${name}:${phase}`);
      const trace = of(name);
      trace[`${phase}_ms`] = Math.round(performance.now());
      trace.phase = phase;
      trace.retried ||= retried;
    },
    shown(name: string, release: string, fellBack: boolean): void {
      performance.mark(`vimarsh:${name}:shown`);
      Object.assign(of(name), { release, outcome: fellBack ? 'fell_back' : 'shown', phase: 'mount', shown_ms: Math.round(performance.now()) });
    },
    failed(name: string, release: string, phase: LoadPhase, code: string): void {
      Object.assign(of(name), { release, outcome: 'failed', phase, code });
    },
    /** The first screen stands: a little later there is nothing more to tell. */
    settle(): void {
      setTimeout(send, 3_000);
    },
  };
}
