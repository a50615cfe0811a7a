import { useEffect, useRef } from 'react';
import type { Step } from './call-form.ts';

/** Moves the focus to the step's heading when the step changes, and to the first marked field when rules were refused. */
export function useStepFocus(step: Step, problems: object) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    const wrong = Object.keys(problems).length > 0 && document.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) wrong.focus();
    else if (before.current !== step) heading.current?.focus();
    before.current = step;
  }, [step, problems]);
  return heading;
}
