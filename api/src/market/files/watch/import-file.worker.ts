import '@vimarsh/shared/domain/market/past-years.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '../../../config.ts';
import { databasePlace, openDatabase } from '../../../platform/database/database.ts';
import { createLogger } from '../../../platform/log/logging.ts';
import { importInto } from './import-off-thread.ts';

const { path } = workerData as { readonly path: string };
const database = await openDatabase(databasePlace(readConfig(process.env)), createLogger('silent'), { work: 'command' });
try {
  parentPort!.postMessage(await importInto(database, path));
} finally {
  await database.close();
}
