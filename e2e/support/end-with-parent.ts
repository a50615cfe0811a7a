/** Loaded before a story's server: when the worker that started it (`STARTED_BY`) dies, however it dies, the server goes too. */
const worker = Number(process.env.STARTED_BY);
setInterval(() => {
  if (process.ppid !== worker) process.kill(process.pid, 'SIGKILL');
}, 1000).unref();
