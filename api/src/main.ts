import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { makeFolder } from './platform/start/make-folder.ts';

// Hashes, keys and people's data: what this process writes is nobody else's to read.
process.umask(0o077);
// First of all, so that every file that follows comes compiled from the last start: half a second less of processor.
try {
  makeFolder(process.env.DATA_DIR || '.data');
  enableCompileCache(join(process.env.DATA_DIR || '.data', 'cache'));
} catch {
  // A folder that can't be made is told by the start, which knows the settings.
}
// Opening it is the longest part of a start, and its thread has nothing to wait for.
if (!process.env.DATABASE_URL) (await import('./platform/database/embedded.thread.ts')).startThread();
await import('./run.ts');
