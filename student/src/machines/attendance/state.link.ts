import type { Admission, Beat } from '../../services/types';
import { kindOf } from './rules';
import type { AttendanceSetup } from './setup';

const isExcused = ({ admission, excusedUntil, pausedFor }: Beat): boolean =>
  admission === 'admitted' && (excusedUntil !== null || pausedFor !== null);
const admissionOf = ({ admission }: Beat): Admission => admission;

export const link = ({ createStateConfig }: AttendanceSetup) =>
  createStateConfig({
    description: 'Heartbeats.',
    initial: 'due',
    states: {
      due: {
        description: 'A heartbeat waits for the picture that proves what it says.',
        always: { guard: 'isNoClaim', target: 'beating' },
        on: { 'watch.proven': 'beating' },
      },
      beating: {
        description: 'A heartbeat is under way.',
        invoke: {
          id: 'sendHeartbeat',
          src: 'sendHeartbeat',
          input: ({ context: { told, toldSince, pause, pictures } }) => ({
            ...{ told, toldSince, pictures },
            reason: told === 'paused' ? (pause ?? '') : '',
          }),
          onDone: [
            {
              guard: ({ event }) => admissionOf(event.output) === 'ended',
              description: 'the lesson is over',
              target: '#attendance.ended',
            },
            {
              guard: ({ event }) => admissionOf(event.output) === 'refused',
              description: 'the teacher has refused',
              target: '#attendance.refused',
            },
            {
              guard: ({ event }) => admissionOf(event.output) === 'taken_over',
              description: 'another device was let in',
              target: '#attendance.takenOver',
            },
            {
              guard: ({ event }) => isExcused(event.output),
              description: 'the student is let in, and excused or in a paused class',
              target: 'resting',
              actions: [
                { type: 'assignBeat', params: ({ event }) => ({ beat: event.output }) },
                'keepReceipt',
                'openDoorToClass',
                'excuse',
              ],
            },
            {
              guard: ({ event }) => admissionOf(event.output) === 'admitted',
              description: 'the student is let in',
              target: 'resting',
              actions: [
                { type: 'assignBeat', params: ({ event }) => ({ beat: event.output }) },
                'keepReceipt',
                'openDoorToClass',
                'endExcuse',
              ],
            },
            {
              target: 'resting',
              actions: { type: 'assignBeat', params: ({ event }) => ({ beat: event.output }) },
            },
          ],
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'unknown',
              description: 'the server does not know the token',
              target: '#attendance.forgotten',
            },
            {
              target: 'offline',
              actions: { type: 'assignPatience', params: ({ event }) => ({ error: event.error }) },
            },
          ],
        },
        on: {
          'beat.due': 'due',
          'beat.now': { target: 'beating', reenter: true },
          // Its answer may be older.
          'teacher.called': 'due',
        },
      },
      resting: {
        description: 'The server has answered.',
        on: { 'beat.due': 'due', 'beat.now': 'beating', 'teacher.called': 'due' },
        after: { beatInterval: 'due' },
      },
      offline: {
        description: 'The server does not answer.',
        on: { 'network.online': 'due', 'teacher.called': 'due' },
        after: { retryInterval: 'due' },
      },
    },
  });
