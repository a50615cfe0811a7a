/**
 * How far this machine's clock is behind the server's at least, ms: the page carries the server's time (`at`), and time does not
 * run back. A page that was kept tells of less, never of more. Cheap phones lose their clock, and by it a dead token looks alive.
 */
export function clockBehind(first: Readonly<Record<string, unknown>> | undefined): number {
  const { at } = (first?.['GET /market/v1/clock'] ?? {}) as { at?: unknown };
  return typeof at === 'number' ? Math.max(0, at - performance.timeOrigin) : 0;
}
