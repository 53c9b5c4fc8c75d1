// Loaded into a measured server ahead of its own code, with --expose-gc: on any message from the parent it collects its
// garbage and tells its resident memory in bytes. It ends with its parent.
process.on('message', () => {
  globalThis.gc();
  process.send(process.memoryUsage.rss());
});
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening must not keep a server alive that has closed.
process.channel.unref();
