/** The most important terms that a client agrees to before paying (SEBI), in our words (product D.13). Raise the version with any change. */
export const MITC_VERSION = '1';
export const MITC = [
  'You pay for research only. We never trade for you, and no one here may ask for your login, OTP or money to trade with.',
  'Fees of a family are at most ₹1,51,000 a year without GST, taken for at most one year ahead.',
  'When you cancel, you get back the fee of the days that are left, without a charge for leaving.',
  'Pay by UPI, card, netbanking or CeFCoM. We take no cash.',
  'There is no promise of profit, return or accuracy. Research can be wrong, and you can lose money.',
  'Registration with SEBI, enlistment and NISM certificates promise nothing about results.',
  'Conflicts of interest stand on each call.',
  'If something is wrong, write to us first; then SEBI’s SCORES and the online dispute resolution (ODR) are open to you.',
] as const;
