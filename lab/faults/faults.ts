import { faultSchedule, onlyFault, PROCESS_FAULTS } from '../../e2e/support/faults/fault-schedule.ts';
import { runFaults } from '../../e2e/support/faults/faults-run.ts';
import { Refusal } from '../experiment.ts';
import { tellVerdict } from './verdict.ts';

/** Two nodes on PostgreSQL and Redis under load, one fault after the other. `only`: that fault of a process again and again. */
export default async function breakInTurn({ minutes, seed, only }: { minutes: number; seed: number; only: string }): Promise<boolean> {
  const fault = PROCESS_FAULTS.find((one) => one === only);
  if (only && !fault) throw new Refusal(`--only takes ${PROCESS_FAULTS.join(', ')}.`);
  const { wrong, ...figures } = await runFaults({
    seconds: minutes * 60,
    seed,
    schedule: fault ? (random) => onlyFault(fault, random) : faultSchedule,
    say: (line) => console.log(line),
  });
  console.table(figures);
  return tellVerdict(wrong);
}
