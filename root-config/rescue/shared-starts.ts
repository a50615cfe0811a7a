interface Container {
  get(key: string): Promise<() => unknown>;
}

/** Whether the shared libraries are there and run: without them every part of the page fails, whatever its own state. */
export async function sharedStarts(): Promise<boolean> {
  const container = (globalThis as { vimarsh_shared?: Container }).vimarsh_shared;
  if (!container) return false;
  try {
    for (const key of ['./session', './provided']) (await container.get(key))();
    return true;
  } catch {
    return false;
  }
}
