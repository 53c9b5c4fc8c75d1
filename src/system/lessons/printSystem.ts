import { fromPromise } from 'xstate';
import { printMachine } from '../../machines/lessons/printMachine';
import { printPage } from '../../services/paper';

/** Prints by the browser's own dialog. */
export const providePrint = () => printMachine.provide({ actors: { openPrint: fromPromise(printPage) } });
