/** What of the page goes wrong, in which way, and when. Pure: the same seed draws the same cells. */

/** Every file a page is made of, by the part it plays. */
export const FILES = [
  'boot.js',
  'sw.js',
  'release set',
  'shared entry',
  'shared base',
  'shared xstate',
  'frame entry',
  'frame module',
  'frame panel',
  'module entry',
  'module chunk',
  'page chunk',
  'page panel',
] as const;
export type File = (typeof FILES)[number];

/** `slow`: the answer comes, but only after every patience of the page is over. `hangs`: that request is never answered. */
export const FAULTS = ['503 once', '503 thrice', '503 for ever', 'slow', 'hangs', 'wrong hash', 'HTML', 'truncated', 'aborted', 'poisoned cache'] as const;
export type CellFault = (typeof FAULTS)[number];

/** `first visit`: nothing kept. `warm`: the browser's cache. `with worker`: the service worker as well. `open tab`: it happens while the page stands. */
export const MOMENTS = ['first visit', 'warm', 'with worker', 'open tab'] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Cell {
  readonly file: File;
  readonly fault: CellFault;
  readonly moment: Moment;
}

const USED = ['boot.js', 'release set', 'shared entry', 'shared base', 'frame entry', 'frame module', 'sw.js'];

/** Cells that can't happen, with the reason. The first that fits counts. */
const IMPOSSIBLE: readonly { reason: string; when(cell: Cell): boolean }[] = [
  { reason: 'a page that stands never asks for the file again', when: ({ file, moment }) => moment === 'open tab' && USED.includes(file) },
  {
    reason: 'a browser that has a worker looks for a newer script of it by itself, where nothing can answer in its place',
    when: ({ file, moment }) => file === 'sw.js' && moment !== 'first visit',
  },
  { reason: 'a visit asks for the worker once', when: ({ file, fault }) => file === 'sw.js' && fault === '503 thrice' },
  {
    reason: 'only a worker keeps what can be poisoned later, and it keeps neither the page nor its own script',
    when: ({ file, fault, moment }) => fault === 'poisoned cache' && (moment !== 'with worker' || ['sw.js', 'release set'].includes(file)),
  },
  {
    reason: 'a page that never comes is the browser’s to tell',
    when: ({ file, fault }) => file === 'release set' && !['HTML', 'truncated', 'wrong hash'].includes(fault),
  },
];

const ALL: readonly Cell[] = FILES.flatMap((file) => FAULTS.flatMap((fault) => MOMENTS.map((moment) => ({ file, fault, moment }))));
const reasonOf = (cell: Cell): string | undefined => IMPOSSIBLE.find(({ when }) => when(cell))?.reason;

export const CELLS = ALL.filter((cell) => !reasonOf(cell));

export const LEFT_OUT = IMPOSSIBLE.map(({ reason }) => ({ reason, count: ALL.filter((cell) => reasonOf(cell) === reason).length }));

/** Whether it goes on until it is mended. */
export const lasts = ({ fault }: Pick<Cell, 'fault'>): boolean => !['503 once', '503 thrice', 'poisoned cache'].includes(fault);

export const nameOf = ({ file, fault, moment }: Cell): string => `${file}, ${fault}, ${moment}`;

/** `count` cells in an order that `seed` alone decides (mulberry32). */
export function draw(seed: number, count: number, from: readonly Cell[] = CELLS): readonly Cell[] {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return from
    .map((cell) => [random(), cell] as const)
    .toSorted(([one], [other]) => one - other)
    .slice(0, count)
    .map(([, cell]) => cell);
}
