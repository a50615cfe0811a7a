import { ANALYST_DISCLAIMER } from '../content/analyst-disclaimer.ts';
import { Sections } from '../document/sections.tsx';

/** `/widget-sa-disclaimer`: the research disclaimer of every insight and call, without the frame (S2.2-ROUTE-18). */
export function Page() {
  return <Sections document={ANALYST_DISCLAIMER} />;
}
