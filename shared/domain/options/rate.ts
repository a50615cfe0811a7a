/** ₹ interest a year, continuously compounded, that options are valued with: a setting of the method, told beside what uses it. */
export const INTEREST_RATE = 0.065;
