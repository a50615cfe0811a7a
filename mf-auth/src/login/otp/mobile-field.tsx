import { TextField, type TextFieldProps } from '@vimarsh/shared/ui/fields/field.tsx';

/** A mobile number without its country code, which has a field of its own. */
export function MobileField(props: Omit<TextFieldProps, 'label' | 'name'>) {
  return <TextField {...props} label="Mobile number" name="mobile" type="tel" inputMode="numeric" autoComplete="tel-national" />;
}
