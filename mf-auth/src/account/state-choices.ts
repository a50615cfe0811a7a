import { STATE_CODES, STATES } from '@vimarsh/shared/contract/plans/states.ts';

/** States and territories for a select; '' while none is chosen. */
export const STATE_CHOICES = [{ value: '', label: 'Choose' }, ...STATE_CODES.map((value) => ({ value, label: STATES[value] }))];
