import { RETAIL_TERMS } from '../content/retail-terms.ts';
import { Sections } from '../document/sections.tsx';

/** `/retail-side/terms-condition` */
export function Page() {
  return <Sections document={RETAIL_TERMS} />;
}
