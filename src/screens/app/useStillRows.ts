import { useSelector } from '@xstate/react';
import { areStill, stillRowsMachine } from '../../machines/app/stillRowsMachine';
import { useScreenActor } from './system';
import { useStable } from './useStable';

/** Whether the rows of a list stand still, since the teacher may be about to press one. Hold them with `useHeld`. */
export function useStillRows() {
  const rows = useScreenActor(stillRowsMachine);
  return {
    areStill: useSelector(rows, areStill),
    touch: useStable(() => rows.send({ type: 'rows.touched' })),
    /** Shows the new rows at once. */
    showNew: useStable(() => rows.send({ type: 'rows.show' })),
  };
}
