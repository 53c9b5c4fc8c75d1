import type { WatchSetup } from './setup';

export const seen = ({ createStateConfig }: WatchSetup) =>
  createStateConfig({
    description: 'The camera shows something.',
    entry: 'tellWatching',
    initial: 'present',
    on: {
      'pictures.lapsed': 'blind',
      'page.hidden': 'hidden',
      'frames.missed': { target: 'awaited', actions: 'tellResumed' },
    },
    states: {
      present: {
        description: 'One person is in view.',
        on: {
          'frame.seen': [
            { guard: 'isNobody', target: 'vanishing', actions: 'begin' },
            { guard: 'isSeveral', target: 'crowding', actions: 'begin' },
            { guard: 'isDark', target: 'dimming', actions: 'begin' },
            { guard: 'isPart', target: 'partly' },
          ],
        },
      },
      partly: {
        description: 'Part of a face is in view, at the edge of the picture. The student is there.',
        on: {
          'frame.seen': [
            { guard: 'isPart' },
            { guard: 'isNobody', target: 'vanishing', actions: 'begin' },
            { guard: 'isSeveral', target: 'crowding', actions: 'begin' },
            { guard: 'isDark', target: 'dimming', actions: 'begin' },
            { target: 'present' },
          ],
        },
      },
      vanishing: {
        description: 'Nobody is in view, not yet for long.',
        on: {
          'frame.seen': [
            { guard: 'isGoneLong', target: 'absence', actions: 'startAbsence' },
            { guard: 'isNobody', actions: 'count' },
            { guard: 'isSeveral', target: 'crowding', actions: 'begin' },
            { guard: 'isDark', target: 'dimming', actions: 'begin' },
            { target: 'present' },
          ],
        },
      },
      absence: {
        description: 'An episode: nobody is in view.',
        on: {
          'pictures.lapsed': { target: '#watch.view.blind', actions: 'cutAbsence' },
          'page.hidden': { target: '#watch.view.hidden', actions: 'cutAbsence' },
          'frames.missed': { target: '#watch.view.awaited', actions: ['cutAbsence', 'tellResumed'] },
        },
        initial: 'absent',
        states: {
          absent: {
            description: 'Nobody is in view.',
            on: {
              'frame.seen': [
                { guard: 'isNobody' },
                { guard: 'isDark', target: '#watch.view.seen.dimming', actions: ['cutAbsence', 'begin'] },
                { target: 'returning', actions: 'begin' },
              ],
            },
          },
          returning: {
            description: 'Somebody is in view again, not yet for long.',
            on: {
              'frame.seen': [
                { guard: 'isNobody', target: 'absent' },
                { guard: 'isBackLong', target: '#watch.view.seen.present', actions: 'endAbsence' },
                { actions: 'count' },
              ],
            },
          },
        },
      },
      crowding: {
        description: 'Several people are in view, not yet for long.',
        on: {
          'frame.seen': [
            { guard: 'isCrowdedLong', target: 'company', actions: 'startCompany' },
            { guard: 'isSeveral', actions: 'count' },
            { guard: 'isNobody', target: 'vanishing', actions: 'begin' },
            { guard: 'isDark', target: 'dimming', actions: 'begin' },
            { target: 'present' },
          ],
        },
      },
      company: {
        description: 'An episode: several people are in view.',
        on: {
          'pictures.lapsed': { target: '#watch.view.blind', actions: 'cutCompany' },
          'page.hidden': { target: '#watch.view.hidden', actions: 'cutCompany' },
          'frames.missed': { target: '#watch.view.awaited', actions: ['cutCompany', 'tellResumed'] },
        },
        initial: 'several',
        states: {
          several: {
            description: 'Several people are in view.',
            on: {
              'frame.seen': [
                { guard: 'isSeveral' },
                { guard: 'isDark', target: '#watch.view.seen.dimming', actions: ['cutCompany', 'begin'] },
                { target: 'thinning', actions: 'begin' },
              ],
            },
          },
          thinning: {
            description: 'At most one person is in view, not yet for long.',
            on: {
              'frame.seen': [
                { guard: 'isSeveral', target: 'several' },
                { guard: 'isBackLong', target: '#watch.view.seen.present', actions: 'endCompany' },
                { actions: 'count' },
              ],
            },
          },
        },
      },
      dimming: {
        description: 'The picture is dark, not yet for long.',
        on: {
          'frame.seen': [
            { guard: 'isDarkLong', target: '#watch.view.dark' },
            { guard: 'isDark', actions: 'count' },
            { target: 'present' },
          ],
        },
      },
    },
  });
