import { fromPromise } from 'xstate';
import { printMachine } from '../../machines/app/printMachine';
import { printPage } from '../../services/app/paper';

/** Provides the print chart with the browser's print dialog. */
export const providePrint = () => printMachine.provide({ actors: { openPrint: fromPromise(printPage) } });
