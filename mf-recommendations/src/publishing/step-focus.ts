import { useEffect, useRef } from 'react';
import type { Step } from './publishing.machine.ts';

/** Moves the focus to the step's heading when the step changes, and to the first invalid field when the draft was sent back. */
export function useStepFocus(step: Step, refusals: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef({ step, refusals });
  useEffect(() => {
    const invalidField = previous.current.refusals !== refusals && document.querySelector<HTMLElement>('[aria-invalid=true]');
    if (invalidField) invalidField.focus();
    else if (previous.current.step !== step) heading.current?.focus();
    previous.current = { step, refusals };
  }, [step, refusals]);
  return heading;
}
