/** The browser's service workers; null where it has none, or throws when asked for them (blocked cookies, a sandboxed frame). */
export function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}
