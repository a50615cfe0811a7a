import type { loadTrace } from '@vimarsh/shared/contract/load-trace/routes.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { Counter, Histogram, register } from 'prom-client';

const once = <T>(name: string, make: () => T): T => (register.getSingleMetric(name) as T | undefined) ?? make();

/** How modules load in visitors' tabs, by module and outcome. Labels contain no release, page or person. */
export function createLoadMetrics() {
  const loads = once(
    'vimarsh_module_loads_total',
    () => new Counter({ name: 'vimarsh_module_loads_total', help: 'Modules as they came up in tabs', labelNames: ['module', 'outcome', 'phase', 'retried'] }),
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
  return (modules: ReadonlySet<string>, { body }: Received<typeof loadTrace>): number => {
    const counted = body.modules.filter(({ name }) => modules.has(name));
    for (const { name, outcome, phase, retried, shown_ms } of counted) {
      loads.inc({ module: name, outcome, phase, retried: String(retried) });
      if (shown_ms !== null) shown.observe({ module: name }, shown_ms / 1000);
    }
    return counted.length;
  };
}
