import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';

/** A copy of a proof with one digit of its last event changed, as a forger would have to get past the check. */
export function altered(proof: CallProof): CallProof {
  const at = proof.events.length - 1;
  const events = proof.events.map((event, index) =>
    index === at ? { ...event, canonical: event.canonical.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)) } : event,
  );
  return { ...proof, events };
}
