const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A device in people's words; what is not recognised is not guessed. */
export function deviceName(userAgent: string): string {
  const first = (names: readonly [RegExp, string][]) => names.find(([shape]) => shape.test(userAgent))?.[1];
  const [browser, system] = [first(BROWSERS), first(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device');
}
