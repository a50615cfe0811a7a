import type { loadTrace } from '@vimarsh/shared/contract/load-trace/routes.ts';
import type { ReleaseRecord, ReleaseSet } from '@vimarsh/shared/contract/release/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { Counter, Histogram, register } from 'prom-client';

const once = <T>(name: string, make: () => T): T => (register.getSingleMetric(name) as T | undefined) ?? make();

/** The same failure of the same release is logged again only after this time, in milliseconds. */
const LOGGED_EVERY = 60_000;

interface Log {
  warn(detail: object, message: string): void;
}

/**
 * How modules load in visitors' tabs, by module, release and outcome. Labels contain no page and no person. A release that the
 * live set does not know, and its own past neither, is `other`: what strangers send can't make labels.
 */
export function createLoadMetrics(log: Log, now = Date.now) {
  const loads = once(
    'vimarsh_module_loads_total',
    () =>
      new Counter({
        name: 'vimarsh_module_loads_total',
        help: 'Modules as they came up in tabs',
        labelNames: ['module', 'outcome', 'phase', 'retried', 'release'],
      }),
  );
  const shown = once(
    'vimarsh_module_shown_seconds',
    () =>
      new Histogram({
        name: 'vimarsh_module_shown_seconds',
        help: 'Navigation start until the module was shown',
        labelNames: ['module'],
        buckets: [0.25, 0.5, 1, 2, 4, 8, 16],
      }),
  );
  /** When each failure was logged last. Its keys are known releases, outcomes and phases, so it stays small. */
  const logged = new Map<string, number>();
  return (set: ReleaseSet | null, previous: Readonly<Record<string, ReleaseRecord>>, { body }: Received<typeof loadTrace>): number => {
    const modules = set?.modules ?? {};
    const known = new Set([modules, set?.fallbacks ?? {}, previous].flatMap((records) => Object.values(records).map(({ id }) => id)));
    const counted = body.modules.filter(({ name }) => Object.hasOwn(modules, name));
    for (const { name, release, outcome, phase, retried, shown_ms } of counted) {
      const label = known.has(release) ? release : 'other';
      loads.inc({ module: name, outcome, phase, retried: String(retried), release: label });
      if (shown_ms !== null) shown.observe({ module: name }, shown_ms / 1000);
      const key = `${name} ${label} ${outcome} ${phase}`;
      if (outcome === 'shown' || now() - (logged.get(key) ?? 0) < LOGGED_EVERY) continue;
      logged.set(key, now());
      log.warn({ module: name, release: label, outcome, phase }, 'a module did not come up in a tab');
    }
    return counted.length;
  };
}
