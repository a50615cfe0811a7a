/** `source` with `#__PURE__` before each call by which it makes a constant. */
export default function markPure(source: string): string;
