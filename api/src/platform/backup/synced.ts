import { open } from 'node:fs/promises';

/** What of a file or folder is written stays, also when the power goes. */
export async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
