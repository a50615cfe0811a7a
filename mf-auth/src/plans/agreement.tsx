import { EXPERT_TERMS_VERSION } from '@vimarsh/shared/domain/money/expert-terms.ts';
import { MITC, MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import type { SoldPlan } from '@vimarsh/shared/domain/money/purchase.ts';
import { EXPERT_REFUNDS, EXPERT_TERMS } from '@vimarsh/shared/domain/routing/places.ts';

/** What is agreed to with a plan: the part of an order that names it, and the sentence that is ticked. */
export interface Agreement {
  readonly body: { readonly mitc_version: string } | { readonly terms_version: string };
  readonly sentence: string;
}

/** The most important terms are for clients of research; who publishes agrees to the terms for experts. */
export const agreementOf = (plan: SoldPlan): Agreement =>
  plan === 'Publisher'
    ? { body: { terms_version: EXPERT_TERMS_VERSION }, sentence: `I have read the terms for experts, version ${EXPERT_TERMS_VERSION}, and agree to them` }
    : { body: { mitc_version: MITC_VERSION }, sentence: `I have read these terms, version ${MITC_VERSION}, and agree to them` };

const OF_EXPERTS = [
  'You may publish while your registration and certificate are valid.',
  'What you publish is signed and stays, whatever its result. Nobody can change or delete it, and nobody can buy a place.',
  'No promise of profit, return or accuracy stands in a call, and conflicts of interest stand on each.',
  'When the plan ends you publish no new call. Open calls stay, and you can still tighten, exit and explain them.',
  'When you cancel, you get back the fee of the days that are left, without a charge for leaving.',
];

export function Terms({ plan }: { plan: SoldPlan }) {
  if (plan !== 'Publisher')
    return (
      <>
        <h2>Most important terms</h2>
        <ul>
          {MITC.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      <h2>Terms for experts, in short</h2>
      <ul>
        {OF_EXPERTS.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      {/* In tabs of their own: what was chosen here stays. */}
      <a href={EXPERT_TERMS} target="_blank" rel="noopener">
        Read the terms for experts in a new tab
      </a>
      <a href={EXPERT_REFUNDS} target="_blank" rel="noopener">
        Read about refunds in a new tab
      </a>
    </>
  );
}
