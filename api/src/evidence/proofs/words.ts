import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { wrapText } from '../readme.ts';

/** Which file it is. `expert`: whose calls; null where it is one call. */
export interface ProofHead {
  readonly site: string;
  readonly made_at: string;
  readonly expert: string | null;
  /** Since when (UTC instant) papers of the expert are under review. */
  readonly review_since?: string | undefined;
  /** Whether the expert made it: then it says how many of their events are in no call of this file. */
  readonly own: boolean;
  readonly figures: boolean;
  readonly most: number;
}

const FILES: readonly (readonly [path: string, words: string])[] = [
  ['ledger.json', 'The public keys of the record with the signatures that tie them, and the signed root of each day.'],
  ['log/checkpoint', 'The latest signed head of the append-only log, with the co-signatures of witnesses outside (C2SP tlog-checkpoint, tlog-cosignature).'],
  ['log/vkeys.txt', 'The log’s verifier keys for tools that read C2SP notes. Compare the key with the one you have from elsewhere.'],
  ['log/witnesses.json', 'The verifier keys of the witnesses that this site asks. Take their keys from them, and not from here.'],
  [
    'calls/<call>/record.json',
    'The call as it is shown, from the same row as its page, the proof of each of its events, their receipts, and what decides the result of a follower.',
  ],
  ['calls/<call>/events/<n>.json', 'The event’s text, byte by byte: its SHA-256 is the event’s hash, over which the ledger signed.'],
  [
    'calls/<call>/events/<n>.tlog-proof',
    'The event’s place in the log (C2SP tlog-proof). The entry is the hash of the text and the 16 bytes of salt in the line “extra”. An event of today waits for the head of 18:45 IST and has none yet.',
  ],
  [
    'authors/<user id>/record.json',
    'The author as calls show them, and the signed entries of their registration: name, category, number, validity and standing, with what proves them. Their texts and places in the log stand beside it, as those of a call do.',
  ],
  ['prices/<symbol>/<day>.json', 'Every second’s price of that day up to the last one that a call here needs. What an event names is the beginning of it.'],
  ['prices/named.csv', 'Every source of prices that the events name, with its SHA-256: stretches of the feed, and end-of-day files of the exchange.'],
];
const OF_EXPERT: readonly (readonly [path: string, words: string])[] = [
  ['expert.json', 'Whose calls they are, as their page shows them, how many are in here, and the figures that the site tells of all their calls on shares.'],
];
const OF_FIGURES: readonly (readonly [path: string, words: string])[] = [
  ['results/calls.csv', 'Every ended call on shares with its prices, times, result and costs.'],
  ['results/option-calls.csv', 'Every ended option call with its result and costs. Options are never added to shares.'],
  ['results/metrics.csv', 'Returns in ₹ and %, CAGR, hits and misses, the range. Below ten calls it holds counts alone.'],
  ['results/rolling.csv', 'Rolling returns over 3 and 12 months, from month end to month end.'],
  ['results/curve.csv', 'The data of a chart: ₹ made by each day on which a call ended.'],
];
const OF_OWN: readonly (readonly [path: string, words: string])[] = [
  [
    'chain.csv',
    'The hash of each event that the expert ever had, by its number from 1 on. Those without a call are events of calls that are not in here, such as live ones: how many there are is known, and nothing else. Each proof’s “place” ties an event to its number.',
  ],
];
const MANIFEST: readonly (readonly [path: string, words: string])[] = [
  ['method.txt', 'How each number is computed.'],
  ['manifest.txt', 'The SHA-256 of every other file in here but manifest-signature.json.'],
  ['manifest-signature.json', 'The signature of the ledger’s key over manifest.txt, and the ledger’s public keys.'],
];

export function proofReadme({ site, made_at, expert, review_since, own, figures, most }: ProofHead): string {
  const files = [...FILES, ...(expert === null ? [] : [...OF_EXPERT, ...(figures ? OF_FIGURES : []), ...(own ? OF_OWN : [])]), ...MANIFEST];
  const about =
    expert === null
      ? `One call of ${site} with what proves it, made on ${formatIst(made_at)}. Times in files are UTC: add 5:30 for India.`
      : `The ended calls of ${expert} on ${site} that whoever made this file may read, the latest ${most} at most, with what proves them, made on ${formatIst(made_at)}. Times in files are UTC: add 5:30 for India.`;
  const review =
    review_since === undefined
      ? []
      : ['', ...wrapText(`Registration under review since ${formatIst(review_since)}. Whoever is under review publishes nothing meanwhile.`)];
  const live =
    expert === null
      ? []
      : ['', ...wrapText('Live calls are not in here, whoever made the file: they are read with a plan, and a file goes from hand to hand.')];
  const lines = [
    'PROOF OF THE RECORD',
    '',
    ...wrapText(about),
    ...review,
    ...live,
    '',
    'WHAT EACH FILE IS',
    ...files.flatMap(([path, words]) => ['', path, ...wrapText(words, '  ')]),
    '',
    'HOW TO CHECK IT',
    ...checks(site).flatMap((words) => ['', ...wrapText(words)]),
    '',
  ];
  return lines.join('\r\n');
}

const checks = (site: string): string[] => [
  '1. With your own program: docs/record-format.md of the source says every format and rule; its part “Files of proof” is about this file. Nothing of ours is needed, and no network.',
  '2. With a program that was written from that page, 1,900 lines of Python without packages: "verify.py ZIP --key KEY" checks all of it; with "--witness VKEY" also that this witness co-signed.',
  '3. With any tool for C2SP tlog-proof: each .tlog-proof holds by itself, with log/vkeys.txt and the verifier keys of witnesses.',
  '4. That no file was changed: "sha256sum -c manifest.txt" in the unpacked folder; "npx @vimarsh/verify ZIP --key KEY" checks the signature over the list too.',
  `5. KEY is the ledger’s public key. It stands in https://${site}/.well-known/vimarsh-ledger.json. Compare it with the one you have from elsewhere, such as a witness or an earlier file: a key that comes with a file proves nothing alone.`,
];

/** How each number of the results is computed. The rules of the events are in docs/record-format.md. */
export const METHOD = [
  'METHOD',
  ...[
    'A call on shares counts where it had an entry and an end at a price, and is no Hold, which claims no return. Calls that lapsed, were cancelled or ended not judgeable are listed and not counted. Corrections by two people count with their corrected prices.',
    'return_pct is the return from entry to exit as docs/record-format.md says, with four decimals. cost_pct is the estimated cost of a round trip: 0.25 delivery, 0.08 intraday. net_pct is return_pct less cost_pct. A hit is a call whose net_pct is above 0; every other counted call is a miss.',
    '₹ are of a stake of ₹1,00,000 in each call: return_inr = 1,000 × return_pct, net_inr = 1,000 × net_pct, which are whole tens of paise. Gains are not put into later calls.',
    'capital_inr is ₹1,00,000 times the largest number of counted calls that were open at one instant, from entry to exit; a call that ends makes room for one that begins at that instant. value_inr is the capital and all net_inr. return_on_capital_pct = 100 × net_inr ÷ capital_inr.',
    'cagr_pct = 100 × ((value ÷ capital) ^ (365 ÷ days) − 1), two decimals, where days are the calendar days (IST) from the first entry to the last exit. Below 365 days there is none.',
    'Rolling returns: the value at a month’s last day over that at the last day of the month 3 or 12 months before, less 1, in %, four decimals, for every month end from that of the month of the first entry to the last exit. The value at a day is the capital and the net_inr of all calls that ended until then, that day (IST) included.',
    'The range is the best and the worst net_pct of a call, and the best and the worst rolling return. Percentages are rounded half away from zero to four decimals.',
    'An option call: pnl, cost and slippage in ₹ of the whole call as docs/record-format.md says; net is pnl less cost, and a hit is a net above 0. No figure adds options to shares.',
    'A follower trades at the first price a minute after the call came and leaves at the first a minute after its end: “What a follower got” in docs/record-format.md.',
  ].flatMap((words) => ['', ...wrapText(words)]),
  '',
].join('\r\n');
