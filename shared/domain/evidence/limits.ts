/**
 * Bounds of an evidence file and of a file of proof (docs/record-format.md). The largest file a site can make, 2,000 calls and 96 MB of prices,
 * stays below half of each. Whoever checks a file stops at them before any signature is looked at.
 */
export const EVIDENCE_LIMITS = {
  /** Files in the zip; one more needs a newer form of zip. */
  files: 65_535,
  /** Bytes of one file, unpacked. */
  fileBytes: 64 * 2 ** 20,
  /** Bytes of all files, unpacked. */
  bytes: 512 * 2 ** 20,
} as const;

export type EvidenceLimits = { readonly [name in keyof typeof EVIDENCE_LIMITS]: number };
