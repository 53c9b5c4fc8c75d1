import { DrizzleQueryError } from 'drizzle-orm';
import { faultOf, faults } from '../platform/database/database';
import { OperatorError } from '../platform/operatorError';

/** Runs a command. A failure that the user can fix ends the process with a one-sentence message and exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const fault = faultOf(error);
    if (fault) console.error(faults[fault]);
    else if (error instanceof OperatorError) console.error(error.message);
    // Its own message would show every value of the query.
    else if (error instanceof DrizzleQueryError) console.error(`The database failed: ${error.cause?.message}.`);
    else throw error;
    process.exit(1);
  }
}

/**
 * Ends the process on Ctrl-C with a message. That is safe at any moment, since commands write atomically.
 * @returns what takes it back
 */
export function exitOnInterrupt(): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const exit = () => {
    if (process.stdout.isTTY) console.log();
    console.error('Interrupted: everything or nothing was written. Run it again to be sure.');
    process.exit(1);
  };
  for (const signal of signals) process.once(signal, exit);
  return () => {
    for (const signal of signals) process.off(signal, exit);
  };
}
