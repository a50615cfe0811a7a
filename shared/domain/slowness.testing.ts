/** Processor time of `referenceWork` on the machine on which limits of processor time were set, in milliseconds. */
const REFERENCE_MS = 32;
/** The best of so many runs counts: a garbage collection or a neighbour may fall into any. */
const RUNS = 5;
/** Runs beside long work: more would only take longer. */
const MOST_RUNS = 40;
/** No machine excuses more than this: beyond it a limit would no longer find a slow rule. */
const MOST_SLOWNESS = 4;

/** A fixed piece of script of the kind that a server runs: it parses and writes JSON, sorts, and looks for patterns. */
function referenceWork(): number {
  const rows = Array.from({ length: 25_000 }, (_, at) => ({ id: `row-${(at * 7919) % 25_000}`, price: at * 1.05, words: `word ${at} `.repeat(4) }));
  const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
  copy.sort((a, b) => (a.id < b.id ? -1 : 1));
  return copy.filter(({ words }) => /(\d+) word \1 $/.test(words)).length;
}

/** Processor time of one run of it, ms. */
export function referenceMs(): number {
  const before = process.threadCpuUsage();
  referenceWork();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times slower this machine is at this moment than the one on which limits were set; at least 1. A limit of processor time holds on
 * a slow or busy machine when it is multiplied by this. Short work is compared with the best of a few runs. Neighbours and collections meet
 * long work all along, so it is compared with the mean of runs that take as long together.
 */
function slownessFor(ms: number): number {
  const runs = Array.from({ length: Math.min(MOST_RUNS, Math.max(RUNS, Math.ceil(ms / REFERENCE_MS))) }, referenceMs);
  const typical = ms > RUNS * REFERENCE_MS ? runs.reduce((sum, each) => sum + each, 0) / runs.length : Math.min(...runs);
  return Math.min(MOST_SLOWNESS, Math.max(1, typical / REFERENCE_MS));
}

/** Whether so much processor time is within a limit, on this machine as it is at this moment. The machine is measured only where the limit is passed. */
export const isWithin = (ms: number, limit: number): boolean => ms < limit || ms < limit * slownessFor(ms);
