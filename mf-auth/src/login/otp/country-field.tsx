import { COUNTRY_CODES, type Country, DEFAULT_COUNTRY_CODE } from '@vimarsh/shared/domain/people/countries.ts';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';

export const DEFAULT_COUNTRY: Country = COUNTRY_CODES.find((country) => country.country_code === DEFAULT_COUNTRY_CODE)!;

export const countryNamed = (name?: string): Country => COUNTRY_CODES.find((one) => one.name === name) ?? DEFAULT_COUNTRY;

// No flags: many systems lack the glyphs.
const OPTIONS = COUNTRY_CODES.map(({ name, country_code }) => ({ value: name, label: `${name} ${country_code}` }));

/** Chosen by name, because two countries share +1 (S9-CC-A01). */
export function CountryField({ country, onChange, disabled }: { country: Country; onChange: (country: Country) => void; disabled: boolean }) {
  return (
    <SelectField
      label="Country code"
      name="country"
      autoComplete="tel-country-code"
      options={OPTIONS}
      value={country.name}
      disabled={disabled}
      onChange={(name) => onChange(countryNamed(name))}
    />
  );
}
