import { startStack } from '../../../e2e/support/stack.ts';
import { resident } from '../child.ts';
import { type Figure, median, ms, sized, times, wait } from '../figure.ts';

const STARTS = sized(3, 1);
/** From ready to the reading of the memory. */
const SETTLE_MS = sized(20_000, 500);

/** Start of the embedded server over seeded data, from the process's first moment to `/readyz`, and its memory once it has settled. */
export async function startFigures(template: string): Promise<Figure[]> {
  const starts: number[] = [];
  const memory: { now: number; peak: number }[] = [];
  for (const _ of times(STARTS)) {
    const stack = await startStack({ template, onDisk: true });
    try {
      starts.push(stack.startedIn());
      await fetch(`${stack.portal}/`, { headers: { accept: 'text/html' } });
      if (starts.length === STARTS) {
        await wait(SETTLE_MS);
        memory.push(resident(stack.pid()));
      }
    } finally {
      await stack.stop();
    }
  }
  const start = median(starts);
  const { now, peak } = memory[0]!;
  const MB = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
  return [
    {
      name: 'Embedded start, warm',
      budget: '≤ 2 s to ready',
      measured: ms(start),
      pass: start <= 2000,
      against: { floor: 'start', ms: start },
      note: `of ${starts.map(ms).join(', ')}`,
    },
    { name: 'Resident memory, settled', budget: '≤ 400 MB', measured: MB(now), pass: now <= 400e6, note: `peak ${MB(peak)}` },
  ];
}
