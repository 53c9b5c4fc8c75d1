/** Ends this process at Ctrl-C with a sentence. The commands may be ended at any moment: what they write appears as a whole. */
export function exitOnInterrupt(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      if (process.stdout.isTTY) console.log();
      console.error('Interrupted: all was written, or nothing. Run it again to be sure.');
      process.exit(1);
    });
  }
}
