/** Tables by the first words of their phrases: most words begin none, which one look tells for all tables. */
const tables = new Map<string, Set<object>>();

export function listTable(key: string, table: object): void {
  tables.set(key, (tables.get(key) ?? new Set()).add(table));
}

/** Tables with a phrase that begins with a key, or null. */
export const tablesOf = (key: string): ReadonlySet<object> | null => tables.get(key) ?? null;
