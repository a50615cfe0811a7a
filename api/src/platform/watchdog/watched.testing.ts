import { startWatchdog } from './watchdog.ts';

/* A process under the watchdog that spends its time as its argument says, and ends with code 0 when it is done. */

const [work, tickMs, silentTicks] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const LIMIT_MS = tickMs * silentTicks;

const busy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

// As the server does: a handler runs on the main thread, so a hanging one does not hear the signal.
process.on('SIGTERM', () => process.exit(0));
startWatchdog({ warn: (...words: unknown[]) => console.error(...words) }, { tickMs, silentTicks });
// A worker comes up within this time on any machine; the test measures nothing before.
await new Promise((later) => setTimeout(later, LIMIT_MS));
process.stdout.write('working\n');
if (work === 'hang') for (;;);
if (work === 'pieces')
  for (let count = 0; count < 6; count += 1) {
    busy(LIMIT_MS / 3);
    await new Promise((later) => setTimeout(later, tickMs));
  }
if (work === 'idle') await new Promise((later) => setTimeout(later, LIMIT_MS));
