/** The browser takes no messages of whoever was signed in: also when the server can't be reached, which would otherwise go on sending. */
export async function dropPushSubscription(): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // A browser without any, or a frame that may not look.
  }
}
