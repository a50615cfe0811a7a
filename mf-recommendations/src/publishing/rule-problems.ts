import type { FieldProblems, Publishable } from './publishing.machine.ts';

/** Assigns broken rules and server problems to the fields of a kind's form. The general ones go above the form. */
export const problemsAt =
  <Form extends object>(fieldFor: (path: string) => (keyof Form & string) | null): Publishable<Form, unknown>['problemsOf'] =>
  (problems) => {
    const fields: FieldProblems<Form> = {};
    const general: string[] = [];
    for (const { path, message } of problems) {
      const field = fieldFor(path);
      if (!field) general.push(message);
      else fields[field] = fields[field] ? `${fields[field]} ${message}` : message;
    }
    return { fields, general };
  };
