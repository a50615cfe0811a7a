import { STATE_CODES, STATES, type StateCode } from './states.ts';

/** GST's own code of a place of supply outside India. */
export const ABROAD = '96';
/** Where a buyer is: a state or territory, or outside India. */
export type Place = StateCode | typeof ABROAD;
export const PLACE_CODES = [...STATE_CODES, ABROAD] as const;

export const placeName = (place: Place): string => (place === ABROAD ? 'Outside India' : STATES[place]);
