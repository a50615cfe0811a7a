import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Hashes, keys and people's data: what this process writes is nobody else's to read.
process.umask(0o077);
// First of all, so that every file that follows comes compiled from the last start: half a second less of processor.
enableCompileCache(join(process.env.DATA_DIR || '.data', 'cache'));
// Opening it is the longest part of a start, and its thread has nothing to wait for.
if (!process.env.DATABASE_URL) (await import('./platform/embedded.thread.ts')).startThread();
await import('./run.ts');
