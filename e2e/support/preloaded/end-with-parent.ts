/** Loaded before a story's server: when the worker that started it (`STARTED_BY`) dies, however it dies, the server goes too. */
const worker = Number(process.env.STARTED_BY);
// What the server starts itself loads this as well, and has the server as its parent.
delete process.env.STARTED_BY;
if (worker)
  setInterval(() => {
    if (process.ppid !== worker) process.kill(process.pid, 'SIGKILL');
  }, 1000).unref();
