import { expect, test } from 'vitest';
import { billingDetails } from '../plans/types.ts';
import { PAN_SHAPE } from './pan.ts';
import { updateProfile } from './routes.ts';
import { GSTIN_SHAPE, readId } from './typed-id.ts';

const GSTIN = '27AAPFU0939F1ZV';
test.each([
  '27aapfu0939f1zv',
  '27 AAPFU 0939 F1ZV',
  '27-AAPFU0939F-1ZV',
  'GSTIN: 27 AAPFU 0939 F1ZV',
  'GST No. 27AAPFU0939F1ZV',
  'GSTIN/UIN : 27AAPFU0939F1ZV',
  '\u200b27AAPFU0939\u2060F1ZV\ufeff',
])('the GST number in “%s” is understood, in a profile too', (written) => {
  expect(readId(written, GSTIN_SHAPE)).toBe(GSTIN);
  expect(updateProfile.body!.parse({ gst_number: written })).toEqual({ gst_number: GSTIN });
  expect(billingDetails.shape.gstin.parse(written)).toBe(GSTIN);
});

test.each(['abcpe1234f', 'ABCPE 1234 F', 'ABCPE‑1234‑F', 'PAN: ABCPE1234F', 'PAN No. abcpe 1234 f', 'PAN – ABCPE1234F', '\u202aABCPE\u200b1234F\ufeff'])(
  'the PAN in “%s” is understood',
  (written) => {
    expect(readId(written, PAN_SHAPE)).toBe('ABCPE1234F');
    expect(updateProfile.body!.parse({ pan_card_number: written })).toEqual({ pan_card_number: 'ABCPE1234F' });
  },
);

test('a registration brings its label along', () =>
  expect(updateProfile.body!.parse({ sebi_regi_number: 'SEBI Reg. No.: INH 000 001 234' })).toEqual({ sebi_regi_number: 'INH000001234' }));

test.each(['PANPK1234L', 'PANPK 1234 L'])('a PAN that begins like its label stays whole: %s', (written) =>
  expect(readId(written, PAN_SHAPE)).toBe('PANPK1234L'),
);

test.each([
  '127AAPFU0939F1ZV',
  'GSTIN27AAPFU0939F1ZV',
  'GSTIN: 27AAPFU0939F1Z',
  '27AAPFU0939F1ZV 27AAPFU0939F1ZV',
  'GSTIN',
  `GSTIN: ${' '.repeat(200)}27AAPFU0939F1ZV`,
])('“%s” is guessed to be none', (written) => {
  expect(GSTIN_SHAPE.test(readId(written, GSTIN_SHAPE))).toBe(false);
});
