import { TextField, type TextFieldProps } from '@vimarsh/shared/ui/fields/field.tsx';

/** The name of a new user. */
export function NameField(props: Omit<TextFieldProps, 'label' | 'name'>) {
  return <TextField {...props} label="Full name" name="full_name" autoComplete="name" maxLength={100} />;
}
