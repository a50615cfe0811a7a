import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REPOSITORY } from '../../../e2e/support/stack.ts';
import { type Figure, sized } from '../figure.ts';

interface Measured {
  readonly events: number;
  readonly proof_small_ms: number;
  readonly proof_large_ms: number;
  readonly start_s: number;
  readonly start_mb: number;
  readonly publish_plain_ms: number;
  readonly publish_ms: number;
  readonly audit_s: number;
  readonly p99_quiet_ms: number;
  readonly p99_busy_ms: number;
}

const SIZES = Object.entries({ days: sized(500, 20), proofs: sized(300, 10), publications: sized(200, 10) }).flatMap(([name, value]) => [
  `--${name}`,
  String(value),
]);

/** What the record costs at a length: publications, proofs, a start, and the check while a server runs. `long`: proofs and start at a million events. */
export async function recordFigures(long: boolean): Promise<Figure[]> {
  const measured = async (events: number, ...more: string[]): Promise<Measured> => {
    const script = `${REPOSITORY}api/src/ledger/measure.testing.ts`;
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--events', String(events), ...SIZES, ...more], { maxBuffer: 1e7 });
    return JSON.parse(stdout) as Measured;
  };
  const checked = await measured(sized(100_000, 2000), '--audit');
  const longest = long ? await measured(1_000_000) : checked;
  const many = longest.events.toLocaleString('en-IN');
  const proof = longest.proof_large_ms / longest.proof_small_ms;
  const receipts = checked.publish_ms / checked.publish_plain_ms;
  const disturbed = checked.p99_busy_ms / checked.p99_quiet_ms;
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  return [
    {
      name: 'Publishing with a receipt',
      budget: '≤ 1.5× of without',
      measured: ms(checked.publish_ms),
      ratio: receipts,
      pass: receipts <= 1.5,
      note: `median of the record’s part; without ${ms(checked.publish_plain_ms)}, by turns in one run`,
    },
    {
      name: `Proof at ${many} events`,
      budget: '≤ 1.5× of 1,000',
      measured: ms(longest.proof_large_ms),
      ratio: proof,
      pass: proof <= 1.5,
      note: `median; of 1,000 ${ms(longest.proof_small_ms)}`,
    },
    {
      name: `Start’s check at ${many} events`,
      budget: '',
      measured: `${longest.start_s.toFixed(1)} s`,
      pass: null,
      note: `no budget; ${Math.round(longest.start_mb)} MB more memory`,
    },
    {
      name: `Self-audit of ${checked.events.toLocaleString('en-IN')} events`,
      budget: '≤ 60 s',
      measured: `${checked.audit_s.toFixed(1)} s`,
      pass: checked.audit_s <= 60,
      against: { floor: 'script', ms: checked.audit_s * 1000 },
      note: 'while proofs are asked for',
    },
    {
      name: 'Requests during the self-audit',
      budget: 'p99 ≤ 2× of quiet',
      measured: ms(checked.p99_busy_ms),
      ratio: disturbed,
      pass: disturbed <= 2,
      note: `quiet ${ms(checked.p99_quiet_ms)}`,
    },
  ];
}
