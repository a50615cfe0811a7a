/** A permanent account number of India’s tax office, in capitals and without spaces. */
export const PAN_SHAPE = /^[A-Z]{5}\d{4}[A-Z]$/;
export const PAN_SHAPE_SAID = 'Write five letters, four digits and a letter';
