import { runRolling } from '../../e2e/support/faults/rolling-run.ts';
import { tellVerdict } from './verdict.ts';

/** Two nodes behind a balancer are replaced in turn under load. */
export default async function replaceInTurn(sizes: { requests: number; sockets: number; seed: number }): Promise<boolean> {
  const { wrong, ...figures } = await runRolling({ ...sizes, say: (line) => console.log(line) });
  console.table(figures);
  return tellVerdict(wrong);
}
