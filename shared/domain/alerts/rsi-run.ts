/** Wilder’s averages after some closes: with them the RSI of one more price takes no walk over the history. */
export interface RsiRun {
  readonly gain: number;
  readonly loss: number;
  readonly last: number;
}

const SESSIONS = 14;

/** From closes of past sessions, oldest first, ₹ on one share count. Null with fewer than 15: with one more price there must be 15 moves’ ends. */
export function rsiRun(closes: readonly number[]): RsiRun | null {
  if (closes.length <= SESSIONS) return null;
  let [gain, loss] = [0, 0];
  for (let at = 1; at < closes.length; at += 1) {
    const move = closes[at]! - closes[at - 1]!;
    const [up, down] = [Math.max(move, 0), Math.max(-move, 0)];
    const weight = at <= SESSIONS ? 0 : SESSIONS - 1;
    gain = at <= SESSIONS ? gain + up / SESSIONS : (gain * weight + up) / SESSIONS;
    loss = at <= SESSIONS ? loss + down / SESSIONS : (loss * weight + down) / SESSIONS;
  }
  return { gain, loss, last: closes.at(-1)! };
}

/** The RSI, 0–100, when the running session stands at a price. It rises with the price, so a bar’s highest has its highest RSI. */
export function rsiAt({ gain, loss, last }: RsiRun, price: number): number {
  const move = price - last;
  const up = (gain * (SESSIONS - 1) + Math.max(move, 0)) / SESSIONS;
  const down = (loss * (SESSIONS - 1) + Math.max(-move, 0)) / SESSIONS;
  return up === 0 && down === 0 ? 50 : (100 * up) / (up + down);
}
