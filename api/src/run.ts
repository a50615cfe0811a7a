import { BadSetting, readServerConfig } from './config.ts';
import { findVault } from './ledger/index.ts';
import { DataInUse, DataUnusable } from './platform/database/data-lock.ts';
import { databasePlace, openDatabase } from './platform/database/database.ts';
import { createLogger } from './platform/log/logging.ts';
import { lookAhead, portWords } from './platform/start/look-ahead.ts';
import { settingRemarks } from './platform/start/setting-remarks.ts';
import { wordsOf } from './platform/text/error-words.ts';
import { startWatchdog } from './platform/watchdog/watchdog.ts';

/** Time for an orderly end once nobody is served any more; after it the process goes anyway. */
const SHUTDOWN_MS = 20_000;
const SAME_WISH_MS = 1000;

/** Ends with one sentence a person can act on. */
function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

try {
  const config = readServerConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  for (const remark of settingRemarks(config)) log.warn(remark);
  await Promise.all([lookAhead(config, log), findVault(config)]);
  // The database opens in its own thread while this one reads the features' code and draws prices: a second less until ready.
  const onCrash = (reason: string): never => refuse(`The database stopped, so the server ends; start it again. ${reason}`);
  const database = openDatabase(databasePlace(config), log, { onCrash, found: true });
  // Waited for in `createServer`; until then a failure is not unhandled.
  database.catch(() => undefined);
  const { createServer } = await import('./server.ts');
  const server = await createServer(config, log, { database });
  await server.start();
  const port = await server.listen(config.PORT);
  log.info({ port }, 'listening');
  startWatchdog(log);

  let endsSince = 0;
  const end = (): void => {
    if (endsSince > 0) {
      // Who asks again does not wait until balancers have noticed. What comes at once is the same wish, told to a whole group of processes.
      if (performance.now() - endsSince > SAME_WISH_MS) void server.close({ now: true });
      return;
    }
    endsSince = performance.now();
    log.info({ serves_s: config.drainMs / 1000 }, 'ending');
    setTimeout(() => refuse('The server did not end in time.'), config.drainMs + SHUTDOWN_MS).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => refuse(`The end was not clean: ${wordsOf(error)}`),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection nobody handled'));
} catch (error) {
  if (error instanceof BadSetting || error instanceof DataInUse || error instanceof DataUnusable) refuse(error.message);
  const port = portWords(error);
  if (port) refuse(port);
  refuse(`The server could not start: ${wordsOf(error)}`);
}
