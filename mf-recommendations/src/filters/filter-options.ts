interface Option {
  readonly value: string;
  readonly label: string;
}

/** No filter. */
export const ANY = { value: '', label: 'All' };

/** A value from the address that is on no list is still shown, so that it can be removed. */
export const withUnknown = (options: readonly Option[], value: string): readonly Option[] =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
