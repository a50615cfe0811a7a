/** Kinds of what the machine itself can do; `floors/machine.ts` measures them. */
export type MachineFloor = 'script' | 'start' | 'disk' | 'browser';

/** One measured figure against its budget. Ratios compare with a floor measured in the same run, so a busy machine cancels out. */
export interface Figure {
  readonly name: string;
  /** As in the architecture's list of budgets; '' for a figure that is only told. */
  readonly budget: string;
  readonly measured: string;
  /** Against the floor, where there is one. */
  readonly ratio?: number;
  /** Null: not judged, because it could not be measured here or has no budget; the note says which. */
  readonly pass: boolean | null;
  readonly note?: string;
  /** For a budget in absolute time: its milliseconds, and what of the machine they are divided by at the end of the run. Not judged. */
  readonly against?: { readonly floor: MachineFloor; readonly ms: number };
}

/** Whether a figure says something. */
export const isMeasured = ({ measured, ratio }: Figure): boolean =>
  measured !== '' && !/NaN|Infinity|undefined/.test(measured) && (ratio === undefined || Number.isFinite(ratio));

export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    figure.budget,
    figure.measured,
    figure.ratio === undefined ? '' : `${figure.ratio.toFixed(2)}×`,
    figure.pass === null ? '–' : figure.pass ? 'pass' : 'MISSED',
    figure.note ?? '',
  ]);
  const all = [['Figure', 'Budget', 'Measured', 'Ratio', '', 'Note'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * A number of rounds, seconds, people or rows, and the one with which a short run (`npm run bench -- --short`, in `npm test`) shows no more than
 * that the group can be measured.
 */
export const sized = (whole: number, short: number): number => (process.argv.includes('--short') ? short : whole);

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
export const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const ms = (value: number): string => (value >= 1000 ? `${(value / 1000).toFixed(2)} s` : `${value.toFixed(0)} ms`);
export const times = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
export const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const SHARE_MS = sized(400, 10);

/** How much of a core this process gets when it wants one whole: 1 on an idle machine, less beside busy neighbours. */
export function shareOfCore(): number {
  const before = { wall: performance.now(), cpu: process.cpuUsage() };
  let sum = 0;
  while (performance.now() - before.wall < SHARE_MS) sum += Math.sqrt(sum + 1);
  const { user, system } = process.cpuUsage(before.cpu);
  return Math.min(1, (user + system) / 1000 / (performance.now() - before.wall));
}
