import type { ReactNode } from 'react';

/** What there is to say of how a figure came about. */
export interface Explained {
  /** What the figure is: "Potential return". */
  label: string;
  /** The formula or rule in a sentence. */
  how: ReactNode;
  /** Name and formatted value of every input. */
  inputs?: readonly (readonly [name: string, value: string])[];
  /** UTC instant at which the figure was computed. */
  asOf?: string;
}
