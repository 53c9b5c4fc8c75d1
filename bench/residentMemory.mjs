// Preloaded into a measured server with --expose-gc. On any message from the parent it collects garbage and reports its
// resident memory in bytes. Exits with its parent.
process.on('message', () => {
  globalThis.gc();
  process.send(process.memoryUsage.rss());
});
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The listener must not keep a closed server alive.
process.channel.unref();
