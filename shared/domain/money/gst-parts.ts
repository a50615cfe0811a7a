import type { Place } from '../../contract/plans/place-of-supply.ts';
import type { StateCode } from '../../contract/plans/states.ts';

/** GST of one sum as an invoice names it, in paise: of the centre and the state within a state, integrated between two. */
export interface GstParts {
  readonly cgst: number;
  readonly sgst: number;
  readonly igst: number;
}

/** Who is billed in the supplier’s own state pays half to each; an odd paisa stands with the centre’s. They add up to the GST, to the paisa. */
export function gstParts(gst: number, supplier: StateCode, place: Place): GstParts {
  if (supplier !== place) return { cgst: 0, sgst: 0, igst: gst };
  const sgst = Math.floor(gst / 2);
  return { cgst: gst - sgst, sgst, igst: 0 };
}
