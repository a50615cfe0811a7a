import { readTypedCode } from '@vimarsh/shared/domain/people/typed-numbers.ts';
import { validateTypedOtp } from '@vimarsh/shared/domain/people/validation.ts';
import { Fail } from '../../platform/platform.ts';

/** The digits of a code as it was sent; one that has others is refused before it costs a try. */
export function typedCode(written: number | string, path: string): string {
  const code = readTypedCode(String(written));
  const wrong = validateTypedOtp(code);
  if (wrong) throw new Fail('BAD_REQUEST', { validation: wrong, problems: [{ path, message: wrong }] });
  return code;
}
