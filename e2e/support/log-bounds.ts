import { setTimeout as pause } from 'node:timers/promises';
import { WINDOW_MS } from '../../api/src/platform/log/sampling.ts';
import type { FaultyNode } from './faults/nodes.ts';
import { metricsOf } from './stack.ts';

/** What a node writes at most in a minute of outages, on average. A line for each failed request was hundreds of thousands in an hour. */
const A_MINUTE = { lines: 400, bytes: 600_000 };
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

export const sizeOfLog = (log: string): { lines: number; bytes: number } => ({ lines: log.split('\n').length - 1, bytes: Buffer.byteLength(log) });
