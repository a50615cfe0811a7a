/** The exact value of a finite number as printed: `digits / 10^scale`, as typed and not as stored in binary. */
function decimal(value: number): { digits: bigint; scale: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/**
 * `factor · (to − from) / base`, rounded half away from zero to `decimals`, on decimal digits and never on binary floats
 * (product C.1). Null where the base is 0 or a value is not finite.
 */
export function ratio(to: number, from: number, base: number, factor: number, decimals: number): number | null {
  if (![to, from, base].every(Number.isFinite)) return null;
  const parts = [decimal(to), decimal(from), decimal(base)] as const;
  const scale = Math.max(...parts.map((part) => part.scale));
  const [t, f, b] = parts.map((part) => part.digits * 10n ** BigInt(scale - part.scale)) as [bigint, bigint, bigint];
  if (b === 0n) return null;
  const numerator = (t - f) * BigInt(factor) * 10n ** BigInt(decimals);
  const negative = numerator < 0n !== b < 0n;
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = b < 0n ? -b : b;
  const rounded = (2n * top + bottom) / (2n * bottom);
  const result = Number(rounded) / 10 ** decimals;
  return negative && result !== 0 ? -result : result;
}
