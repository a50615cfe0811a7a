/** "−1,452.30", "-5" or "₹12" → a number; NaN for anything else. */
export const amountOf = (typed: string): number =>
  /^[-−+]?₹?\s*(\d[\d,]*(\.\d*)?|\.\d+)$/.test(typed.trim()) ? Number(typed.replace('−', '-').replace(/[₹,\s]/g, '')) : Number.NaN;
