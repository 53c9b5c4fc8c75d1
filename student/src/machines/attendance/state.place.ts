import type { Kept } from '../../services/types';
import { keptOf } from './rules';
import type { AttendanceSetup } from './setup';

const anotherCamera = {
  target: 'preparing',
  actions: [
    'chooseDevice',
    { type: 'keepChoices', params: ({ context }: { context: Kept }) => keptOf(context) },
    { type: 'tell', params: { told: 'waiting' } },
    'beat',
  ],
} as const;

export const place = ({ createStateConfig }: AttendanceSetup) =>
  createStateConfig({
    description: 'What the student and the camera do.',
    initial: 'door',
    states: {
      door: {
        description: 'The student waits for the teacher.',
        entry: { type: 'tell', params: { told: 'waiting' } },
        on: {
          'door.opened': [
            { guard: 'hasPaused', target: 'paused' },
            { guard: 'hasAgreed', target: 'preparing' },
            { guard: 'hasDeclined', target: 'unwatched' },
            { target: 'consenting' },
          ],
          'name.again': '#attendance.withdrawing',
        },
      },
      consenting: {
        description: 'The student reads what would be watched.',
        on: {
          'consent.give': {
            target: 'preparing',
            actions: ['chooseCamera', { type: 'keepChoices', params: ({ context }) => keptOf(context) }],
          },
          'consent.decline': 'unwatched',
          'name.again': '#attendance.withdrawing',
        },
      },
      preparing: {
        description: 'The camera is opened and the detector is loaded.',
        entry: 'clearProblem',
        invoke: {
          id: 'prepareCamera',
          src: 'prepareCamera',
          input: ({ context: { cameraId } }) => ({ cameraId }),
          onDone: 'watching',
          onError: {
            target: 'cameraRefused',
            actions: [
              { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
              'closeEpisodes',
              'forgetEarlier',
            ],
          },
        },
        on: {
          'consent.decline': { target: 'unwatched', actions: ['closeEpisodes', 'forgetEarlier'] },
          'excuse.began': { target: 'excused', actions: ['closeEpisodes', 'forgetEarlier'] },
        },
      },
      watching: {
        description: 'The camera is watched on this device.',
        exit: ['closeCamera', 'closeEpisodes', 'forgetEarlier'],
        invoke: { id: 'watch', src: 'watch', input: ({ context: { earlier } }) => ({ earlier }) },
        on: {
          'watch.told': { actions: ['tellWatch', 'beatNow'] },
          'watch.resumed': { actions: 'beat' },
          'watch.stalled': [
            { guard: 'mayRestart', target: 'restarting', actions: 'countRestart' },
            { target: 'cameraLost', actions: 'assignFault' },
          ],
          'episode.started': { actions: 'keepEpisode' },
          'episode.ended': { actions: 'keepEpisode' },
          'camera.lost': 'cameraLost',
          'camera.choose': anotherCamera,
          'pause.submit': {
            target: 'paused',
            actions: ['assignPause', { type: 'keepChoices', params: ({ context }) => keptOf(context) }],
          },
          'excuse.began': 'excused',
          'consent.decline': 'unwatched',
        },
      },
      restarting: {
        description: 'No pictures came. The camera and the detector are started again.',
        invoke: {
          id: 'prepareCamera',
          src: 'prepareCamera',
          input: ({ context: { cameraId } }) => ({ cameraId }),
          onDone: 'watching',
          onError: {
            target: 'cameraLost',
            actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
        on: { 'excuse.began': 'excused', 'consent.decline': 'unwatched' },
      },
      paused: {
        description: 'The student has paused. The camera is off.',
        entry: [{ type: 'tell', params: { told: 'paused' } }, 'beat'],
        on: {
          'pause.end': {
            target: 'preparing',
            actions: ['endPause', { type: 'keepChoices', params: ({ context }) => keptOf(context) }],
          },
          'consent.decline': { target: 'unwatched', actions: 'endPause' },
        },
      },
      excused: {
        description: 'The teacher has excused the student. The camera is off.',
        entry: [{ type: 'tell', params: { told: 'paused' } }, 'beat'],
        on: { 'excuse.ended': 'preparing' },
      },
      unwatched: {
        description: 'The student attends without the camera.',
        entry: [
          'chooseNone',
          { type: 'keepChoices', params: ({ context }) => keptOf(context) },
          'dropPictures',
          { type: 'tell', params: { told: 'unwatched' } },
          'beat',
        ],
        on: { 'consent.review': 'consenting' },
      },
      cameraRefused: {
        description: 'The camera could not be opened.',
        entry: [{ type: 'tell', params: { told: 'unwatched' } }, 'beat'],
        on: { 'camera.retry': 'preparing', 'camera.choose': anotherCamera, 'consent.decline': 'unwatched' },
      },
      cameraLost: {
        description: 'The camera has stopped by itself, or no picture of it can be looked at.',
        entry: [{ type: 'tell', params: { told: 'unwatched' } }, 'beat'],
        on: { 'camera.retry': 'preparing', 'camera.choose': anotherCamera, 'consent.decline': 'unwatched' },
      },
    },
  });
