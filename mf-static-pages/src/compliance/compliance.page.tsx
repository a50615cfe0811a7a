import { COMPLIANCE } from '../content/compliance.ts';
import { Sections } from '../document/sections.tsx';

/** `/vimarsh-compliance`, and without the frame `/widget-vimarsh-compliance` (S2.2-ROUTE-20, S2.2-ROUTE-21). */
export function Page() {
  return <Sections document={COMPLIANCE} />;
}
