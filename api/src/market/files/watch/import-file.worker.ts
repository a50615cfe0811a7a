import '@vimarsh/shared/domain/market/past-years.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '../../../config.ts';
import { databasePlace, openDatabase } from '../../../platform/database/database.ts';
import { createLogger } from '../../../platform/log/logging.ts';
import { readOffThread } from '../reading/read-off-thread.ts';
import { importInto } from './import-off-thread.ts';

const { path } = workerData as { readonly path: string };
const database = await openDatabase(databasePlace(readConfig(process.env)), createLogger('silent'), { work: 'command' });
try {
  // A thread inside this one: a file on which reading spends more than its time ends that, and the connection here closes in order.
  parentPort!.postMessage(await importInto(database, path, readOffThread));
} finally {
  await database.close();
}
