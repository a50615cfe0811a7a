import '@vimarsh/shared/domain/market/past-years.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '../../../config.ts';
import { databasePlace, openDatabase } from '../../../platform/database/database.ts';
import { createLogger } from '../../../platform/log/logging.ts';
import { readApart } from '../reading/read-apart.ts';
import { importInto } from './import-off-thread.ts';

const { path } = workerData as { readonly path: string };
const database = await openDatabase(databasePlace(readConfig(process.env)), createLogger('silent'), { work: 'command' });
try {
  // Reading has a process of its own: a file on which it spends more than its time or memory ends that, and the connection here closes in order.
  parentPort!.postMessage(await importInto(database, path, readApart));
} finally {
  await database.close();
}
