import { useEffect, useRef } from 'react';
import type { Step } from './call-form.ts';

/** Moves the focus to the step's heading when the step changes, and to the first invalid field when rules were refused. */
export function useStepFocus(step: Step, problems: object) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousStep = useRef(step);
  useEffect(() => {
    const invalidField = Object.keys(problems).length > 0 && document.querySelector<HTMLElement>('[aria-invalid=true]');
    if (invalidField) invalidField.focus();
    else if (previousStep.current !== step) heading.current?.focus();
    previousStep.current = step;
  }, [step, problems]);
  return heading;
}
