import { setTimeout as pause } from 'node:timers/promises';
import { WINDOW_MS } from '../../../api/src/platform/log/sampling.ts';
import { metricsOf } from '../stack.ts';
import type { FaultyNode } from './nodes.ts';

/** What a node writes at most in a minute of faults, on average: three times what it does on a busy machine. */
const A_MINUTE = { lines: 300, bytes: 300_000 };
/** An outage of PostgreSQL under many requests, ms, and what a node writes at most in it. A line for each failed request would be thousands. */
const OUTAGE_MS = 12_000;
const AN_OUTAGE = { lines: 300, bytes: 300_000 };
/** Askers of each node in it, and requests after which they have tried hard enough to fill a log. */
const ASKERS = 10;
const ENOUGH = 1000;
const MINUTE = 60_000;
const SAMPLED = new Set(['warn', 'error', 'fatal']);

/** Warnings and errors of which a log tells: the written lines, and the numbers that stand for the others. */
function toldBy(log: string): number {
  let told = 0;
  for (const line of log.split('\n').filter((each) => each.startsWith('{'))) {
    const { level, left_out } = JSON.parse(line) as { level: string; left_out?: number };
    if (SAMPLED.has(level)) told += left_out ?? 1;
  }
  return told;
}

/** All warnings and errors of a process that runs. */
async function countedBy(node: FaultyNode): Promise<number> {
  const counts = (await metricsOf(node.portal)).matchAll(/^log_lines_total\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** What is wrong with a node's log after so many ms of faults: longer than it may be, or not telling of every line. */
export async function wrongOfLog(node: FaultyNode, ms: number): Promise<string[]> {
  const wrong: string[] = [];
  const minutes = Math.max(1, ms / MINUTE);
  const { lines, bytes } = sizeOfLog(node.log());
  if (lines > A_MINUTE.lines * minutes || bytes > A_MINUTE.bytes * minutes)
    wrong.push(`${node.portal} wrote ${lines} lines and ${bytes} bytes to its log in ${minutes.toFixed(1)} minutes`);
  // What was left out is told when its window ends; something else may fail meanwhile.
  let [told, counted] = [0, -1];
  for (const begun = performance.now(); told !== counted && performance.now() - begun < 3 * WINDOW_MS; await pause(250)) {
    counted = await countedBy(node);
    told = toldBy(node.logSinceStart());
  }
  if (told !== counted) wrong.push(`the log of ${node.portal} tells of ${told} warnings and errors, and there were ${counted}`);
  return wrong;
}

/** Cuts both nodes off from PostgreSQL while strangers ask on; what is wrong with how much they write, one sentence each. */
export async function wrongInOutage(nodes: readonly FaultyNode[], say: (line: string) => void): Promise<string[]> {
  const wrong: string[] = [];
  const before = nodes.map((node) => node.log().length);
  const until = performance.now() + OUTAGE_MS;
  let asked = 0;
  const ask = async (node: FaultyNode): Promise<void> => {
    while (performance.now() < until) {
      await fetch(`${node.portal}/reco/v1/ledger`, { signal: AbortSignal.timeout(OUTAGE_MS) })
        .then((answer) => answer.arrayBuffer())
        .catch(() => null);
      asked += 1;
    }
  };
  for (const node of nodes) node.proxies.postgres.begin('cut');
  await Promise.all(nodes.flatMap((node) => Array.from({ length: ASKERS }, () => ask(node))));
  for (const node of nodes) node.proxies.postgres.heal();
  if (asked < ENOUGH) wrong.push(`only ${asked} requests were made in an outage`);
  for (const [at, node] of nodes.entries()) {
    const { lines, bytes } = sizeOfLog(node.log().slice(before[at]));
    say(`  ${asked} requests in an outage: node ${at} wrote ${lines} lines and ${bytes} bytes`);
    if (lines > AN_OUTAGE.lines || bytes > AN_OUTAGE.bytes) wrong.push(`node ${at} wrote ${lines} lines and ${bytes} bytes in an outage of ${OUTAGE_MS} ms`);
  }
  return wrong;
}

export const sizeOfLog = (log: string): { lines: number; bytes: number } => ({ lines: log.split('\n').length - 1, bytes: Buffer.byteLength(log) });
