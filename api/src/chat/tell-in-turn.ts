/** How much longer than telling took, whoever is next waits: lists may take an eighth of the time, messages have the rest. */
const PAUSE = 7;

/**
 * What lists show of changed rooms, told to one person after the other. A room that changes again before its person's turn is told once, as it is then;
 * on a quiet server the turn comes at once.
 */
export function tellInTurn(tell: (user_id: string, room_ids: readonly string[]) => Promise<void>, report: (error: unknown) => void) {
  const changed = new Map<string, Set<string>>();
  let telling = false;

  async function tellAll(): Promise<void> {
    if (telling) return;
    telling = true;
    for (;;) {
      const next = changed.entries().next();
      if (next.done) break;
      const [user_id, rooms] = next.value;
      changed.delete(user_id);
      const began = performance.now();
      await tell(user_id, [...rooms]).catch(report);
      if (changed.size > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE * (performance.now() - began)));
    }
    telling = false;
  }

  return {
    add(user_id: string, room_id: string): void {
      changed.set(user_id, (changed.get(user_id) ?? new Set()).add(room_id));
      void tellAll();
    },
  };
}
