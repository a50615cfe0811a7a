import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPhoneLike, readMobile, readTypedCode } from './typed-numbers.ts';
import { validateMobile, validateTypedOtp } from './validation.ts';

describe('a mobile number is understood as people paste it', () => {
  test.each([
    ['9000000002', '+91'],
    ['09000000002', '+91'],
    ['+91 90000 00002', '+91'],
    ['+919000000002', '+91'],
    ['919000000002', '+91'],
    ['0091 9000000002', '+91'],
    ['+91 (0) 90000-00002', '+91'],
    ['0 91 90000 00002', '+91'],
    ['90000-00002', '+91'],
    ['(90000) 00002', '+91'],
    ['90000.00002', '+91'],
    ['90000 – 00002', '+91'],
    ['tel:+91-90000-00002', '+91'],
    ['९०००० ००००२', '+91'],
    ['৯০০০০০০০০২', '+91'],
    ['௯௦௦௦௦௦௦௦௦௨', '+91'],
    ['౯౦౦౦౦౦౦౦౦౨', '+91'],
    ['+९१ ९०००० ००००२', '+91'],
    ['Mob. No.: +91 90000‑00002', '+91'],
    ['Mobile 9000000002', '+91'],
    ['WhatsApp number: 90000 00002', '+91'],
    ['M: 90000-00002', '+91'],
    ['मोबाइल: ९००००००००२', '+91'],
    ['मो. नंबर 9000000002', '+91'],
    ['https://wa.me/919000000002', '+91'],
    ['9000000002;', '+91'],
    ['９００００００００２', '+91'],
    ['(+91) 90000 00002', '+91'],
    ['(+91) 90000.00002', '+91'],
    ['(+91)9000000002', '+91'],
    ['"+91 90000 00002"', '+91'],
    ['“+91 90000 00002”', '+91'],
    ['<+91 90000 00002>', '+91'],
    ['<tel:+919000000002>;', '+91'],
    ['[+91 90000 00002]', '+91'],
    ['Mobile: (+91) 90000-00002.', '+91'],
    ['＋91 90000 00002', '+91'],
    ['(091) 90000 00002', '+91'],
    ['\u202a+91 90000\u00a000002\u202c', '+91'],
  ])('%s', (written, code) => {
    expect(readMobile(written, code)).toBe('9000000002');
    expect(validateMobile(readMobile(written, code), code)).toBe('');
  });

  test.each([
    ['+971 50 000 0007', '+971', '500000007'],
    ['050 000 0007', '+971', '500000007'],
    ['+65 9876 5432', '+65', '98765432'],
    ['1 (415) 555-0132', '+1', '4155550132'],
    ['+44 (0)7700 900123', '+44', '7700900123'],
    // Its own digits begin with the country's code.
    ['9198765432', '+91', '9198765432'],
    ['0919876543', '+91', '0919876543'],
  ])('%s with %s is %s', (written, code, mobile) => expect(readMobile(written, code)).toBe(mobile));

  test.each([
    ['(+65) 9876 5432', '+91', 'another country’s number in brackets'],
    ['+65 9876 5432', '+91', 'another country’s number, as long as one of India'],
    ['90000 0000', '+91', 'a digit too few'],
    ['90000 000022', '+91', 'a digit too many'],
    ['98765abc43', '+91', 'letters'],
    ['asha@example.com', '+91', 'an address'],
    ['9'.repeat(400), '+91', 'a text too long'],
  ])('%s with %s stays refused: %s', (written, code) => expect(validateMobile(readMobile(written, code), code)).not.toBe(''));

  test('an address or a name is no number', () => {
    const texts = ['asha@b.in', 'asha', '', '+', '( )', 'm9', 'm.9', 'ph.90', 'tel.90@b.in', 'mobile9', 'mobile', 'mobile:'];
    expect(texts.filter(isPhoneLike)).toEqual([]);
    expect(['9', '+91 9', '९०'].map(isPhoneLike)).toEqual([true, true, true]);
  });
});

describe('a code is understood with dashes, blanks or its message', () => {
  test.each([
    '182028',
    '182-028',
    '182 028',
    '18 20 28',
    '१८२०२८',
    'Your code is 182-028',
    '182028 is your OTP for Vimarsh. It is valid for 5 minutes.',
    '<#> 182 028 is your code. Call 1800 123 4567 if you did not ask for it.',
    'OTP: 182028, valid till 10:30 on 28-11-2026',
    'आपका कोड १८२०२८ है',
    'OTP:182028',
    'G-182028 is your code',
    'Your code is 182028.\n\n@vimarsh.example #182028',
    'OTP for Rs 2,450.00 is 182028',
  ])('%s', (written) => {
    expect(readTypedCode(written)).toBe('182028');
    expect(validateTypedOtp(readTypedCode(written))).toBe('');
  });

  test.each(['12a4', 'x', 'Your codes are 182028 and 182029', 'Call 1800 123 4567', 'OTP'])('“%s” is refused (S5-USER-08)', (written) =>
    expect(validateTypedOtp(readTypedCode(written))).toBe('Mobile number be valid numbers only'),
  );
});

test('reading twice changes nothing, whatever was typed', () => {
  const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[+0-9 ().a-z-]{0,24}$/));
  fc.assert(
    fc.property(typed, fc.constantFrom('+91', '+65', '+971', '+1', '+44'), (written, code) => {
      const mobile = readMobile(written, code);
      if (validateMobile(mobile, code) === '') expect(readMobile(mobile, code)).toBe(mobile);
      expect(readTypedCode(readTypedCode(written))).toBe(readTypedCode(written));
    }),
  );
});
