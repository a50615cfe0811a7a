/** `IN`, the kind of issuer, four signs of the issuer, the kind of security, its number, and the check digit: `INE467B01029`. */
const ISIN = /^IN[A-Z0-9]{9}\d$/;
/** Kind of security of an ordinary share. */
const SHARE = '01';

/** The check digit over the first eleven signs: Luhn, with letters written as numbers. */
export function isinDigit(body: string): number {
  const digits = [...body].map((sign) => String(Number.parseInt(sign, 36))).join('');
  const sum = [...digits].toReversed().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether a text is the ISIN of an Indian security, its check digit included. */
export const isIsin = (text: string): boolean => ISIN.test(text) && isinDigit(text.slice(0, 11)) === Number(text[11]);

/** The issuer of an ordinary share, `INE467B`; it stays when a split gives the share another ISIN. '' for every other security. */
export const issuerOfShare = (isin: string): string => (isIsin(isin) && isin.slice(7, 9) === SHARE ? isin.slice(0, 7) : '');
