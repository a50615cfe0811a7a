import { removeLeftFolders } from './folders.ts';
import { haveTemplates, prepareTemplates } from './stack.ts';

/** Before all stories: release every module and seed the demo. `E2E_KEEP_DATA=on` reuses what is there while writing stories. */
export default async function prepare(): Promise<() => void> {
  removeLeftFolders();
  if (process.env.E2E_KEEP_DATA !== 'on' || !haveTemplates()) await prepareTemplates();
  // A worker that was killed removed nothing itself.
  return removeLeftFolders;
}
