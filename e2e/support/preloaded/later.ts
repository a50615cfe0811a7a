/**
 * Loaded before a story's server when `LATER_MS` says by how many milliseconds its clock is ahead: what days bring, such as a plan's
 * renewal, comes as it would. What the market's clock shows is `MARKET_NOW`'s.
 */
const RealDate = Date;
const later = Number(process.env.LATER_MS);
const now = (): number => RealDate.now() + later;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
