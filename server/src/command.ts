import { StartFailure } from './startFailure';

/** Runs a command; a failure that its user can act on ends it with one sentence and exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
