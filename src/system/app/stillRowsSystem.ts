import { fromPromise } from 'xstate';
import { stillRowsMachine } from '../../machines/app/stillRowsMachine';
import { mouseOffRows } from '../../services/app/pointer';

export const provideStillRows = () =>
  stillRowsMachine.provide({ actors: { awaitPointerOff: fromPromise(({ signal }) => mouseOffRows(signal)) } });
