import { PLACE_CODES, placeName } from '@vimarsh/shared/contract/plans/place-of-supply.ts';

/** States and territories, and what lies outside them, for a select; '' while none is chosen. */
export const STATE_CHOICES = [{ value: '', label: 'Choose' }, ...PLACE_CODES.map((value) => ({ value, label: placeName(value) }))];
