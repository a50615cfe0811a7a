import type { Disclosures, Rationale } from '@vimarsh/shared/contract/calls/types.ts';
import * as z from 'zod/mini';

export const line = (max: number) => z.catch(z.string().check(z.maxLength(max)), '');
const flag = z.catch(z.boolean(), false);

/** The reasons and disclosures of any call, as typed. */
export const rationaleFields = {
  thesis: line(2000),
  trigger: line(1000),
  risks: line(1000),
  kill_criteria: line(1000),
  method: z.catch(z.enum(['technical', 'fundamental', 'quant', 'mixed']), 'technical'),
  /** One source per line. */
  sources: line(1700),
  ai_used: z.catch(z.enum(['none', 'assist', 'generated']), 'none'),
  holds: flag,
  over1pct: flag,
  compensation_12m: flag,
  market_maker: flag,
  officer: flag,
  other: line(500),
  attest_30_5: flag,
};
const rationaleForm = z.object(rationaleFields);
export type RationaleForm = z.output<typeof rationaleForm>;

export const isRationaleField = (field: string): field is keyof RationaleForm => field in rationaleFields;

/** Form → the parts of a draft. */
export const readRationale = (form: RationaleForm): { rationale: Rationale; disclosures: Disclosures } => ({
  rationale: {
    thesis: form.thesis,
    trigger: form.trigger,
    risks: form.risks,
    kill_criteria: form.kill_criteria,
    method: form.method,
    sources: form.sources
      .split('\n')
      .map((source) => source.trim())
      .filter(Boolean),
    ai_used: form.ai_used,
  },
  disclosures: {
    holds: form.holds,
    over1pct: form.over1pct,
    compensation_12m: form.compensation_12m,
    market_maker: form.market_maker,
    officer: form.officer,
    other: form.other,
    attest_30_5: form.attest_30_5,
  },
});
