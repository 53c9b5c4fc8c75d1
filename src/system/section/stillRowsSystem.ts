import { fromPromise } from 'xstate';
import { stillRowsMachine } from '../../machines/section/stillRowsMachine';
import { mouseOffRows } from '../../services/pointer';

export const provideStillRows = () =>
  stillRowsMachine.provide({ actors: { awaitPointerOff: fromPromise(({ signal }) => mouseOffRows(signal)) } });
