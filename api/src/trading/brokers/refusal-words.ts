import type { OrderReason } from '@vimarsh/shared/domain/trading/order/order-words.ts';

/**
 * Brokers' sentences have no codes behind them, so words decide; the first row that fits counts. The sentences in comments are theirs.
 */
const WORDS: readonly (readonly [OrderReason, RegExp])[] = [
  // “Session Expired : Invalid Session Key”, “Incorrect `api_key` or `access_token`.”
  ['SESSION', /session (has )?expired|invalid session|access[_ ]token|not logged in/i],
  // “Invalid IP”, “IP 1.2.3.4 is not allowed to place orders for this app”
  [
    'ADDRESS',
    /\b(invalid|static|whitelist\w*|unregistered) ip\b|\bips?\b.{0,40}\b(not|no)\b.{0,20}\b(allowed|whitelist\w*|registered|match\w*|configured)|\bno ips\b/i,
  ],
  ['RATE', /too many requests|rate limit|maximum allowed order requests/i],
  // “Order cannot be cancelled as it is being processed” says both that it has ended and that it has not: it is none of these.
  ['OVER', /(already|been) (cancel\w*|complete\w*|execut\w*|traded|rejected)|not (an )?open\b|order not found|no such order|invalid order (id|no)/i],
  // “ … holding quantity is 0 …”, “RMS:Rule: Check holdings including btst …”
  ['HOLDINGS', /holding|edis|tpin|authori[sz]e (the )?(sale|sell)|t1 (shares|quantity)|no (free )?(stock|shares) to sell/i],
  // “Insufficient funds. Required margin is …”, “RMS:Margin Exceeds,Cash Available: …”
  ['FUNDS', /insufficient (fund|margin|balance|cash)|margin (exceed|short)|required margin|fund limit|available margin|add funds|cash available/i],
  // “Tick size for this script is 5.00 paise. Kindly enter price in the multiple of tick size”
  ['TICK', /tick[- ]?size|multiple of (the )?tick|price.{0,20}multiple of|\bticks?\b/i],
  // “Quantity should be multiple of lot size”
  ['LOT', /\blots?\b.{0,30}\b(multiple|size)|multiples? of .{0,20}\b(lot|\d)|board lot/i],
  ['FREEZE', /freeze|(quantity|qty).{0,40}(exceeds|more than|above|greater than).{0,30}(limit|maximum|max|allowed)/i],
  // “16283 : price is out of the current execution range”, “Trigger price … circuit limits”
  ['BAND', /circuit|price band|daily price range|price range|execution range|out of (the )?(current )?range|\bdpr\b|lower than .{0,30}limit price|\blpp\b/i],
  // “Markets are closed right now. Use AMO …”
  [
    'CLOSED',
    /markets? (is|are)? ?(currently )?closed|market (timings|hours)|outside (market|trading) hours|trading (is )?not (available|allowed) (now|at this time)|offline order|not in (normal|open) (market|session)|\bholiday\b/i,
  ],
  ['BANNED', /ban period|banned|\bmwpl\b/i],
  [
    'BLOCKED',
    /block|not (allowed|permitted|enabled|tradable|tradeable)|suspend|surveillance|\b(asm|gsm|esm)\b|restricted|segment.{0,20}(inactive|not activ\w*)|no contract|physical(ly)? settle/i,
  ],
];

/** “Order Request Timeout” of Kite comes as a refusal, and is none: the order may live. */
const SILENCE = /\btime[ -]?(d[ -]?)?out\b|no response|(unable|failed|could not) to (reach|connect|communicate|contact)/i;

/** Whether a sentence says that one server did not hear from another, which says nothing of the order. */
export const isSilence = (words: string): boolean => SILENCE.test(words);

/** Our word for a broker's refusal; OTHER where its sentence says nothing we know. */
export const refusalCode = (words: string): OrderReason => WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'OTHER';

/** A broker's own sentence as it is shown and stored. */
export const brokerWords = (text: string): string => {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  // By signs: half of one is no text, and no database takes it.
  return line.length > 300
    ? `${line
        .slice(0, 299)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : line;
};
