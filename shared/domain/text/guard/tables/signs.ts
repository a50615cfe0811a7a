/** Words for a sign. Example: “100 percent sure”. */
export const PERCENT: ReadonlySet<string> = new Set(['percent', 'pct', 'percentage', 'fisadi', 'fesadi', 'pratishat', 'प्रतिशत', 'फीसदी', 'परसेंट']);
