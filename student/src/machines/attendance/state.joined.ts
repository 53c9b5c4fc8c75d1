import { keptOf, openIn } from './rules';
import type { AttendanceSetup } from './setup';
import { link } from './state.link';
import { place } from './state.place';
import { reports } from './state.reports';

export const joined = (chart: AttendanceSetup) =>
  chart.createStateConfig({
    description: 'The student has a token.',
    type: 'parallel',
    invoke: [
      { id: 'outbox', src: 'outbox', input: ({ context }) => ({ goesOn: openIn(context.earlier) }) },
      { id: 'calls', src: 'calls' },
      { id: 'watchNetwork', src: 'watchNetwork' },
      { id: 'watchTab', src: 'watchTab' },
      { id: 'followCameras', src: 'followCameras' },
    ],
    on: {
      'cameras.changed': { actions: 'assignCameras' },
      'leave.submit': 'leaving',
      'tab.lost': 'elsewhere',
      'pictures.choose': [
        {
          guard: 'isYes',
          actions: ['choosePictures', { type: 'keepChoices', params: ({ context }) => keptOf(context) }, 'beat'],
        },
        {
          actions: [
            'choosePictures',
            { type: 'keepChoices', params: ({ context }) => keptOf(context) },
            'dropPictures',
            'beat',
          ],
        },
      ],
    },
    states: {
      place: place(chart),
      link: link(chart),
      reports: reports(chart),
    },
  });
