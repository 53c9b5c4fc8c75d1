import type { Language, Locale } from '@vigil/languages';
import { assertEvent, assign, fromPromise, setup } from 'xstate';
import { RETRY_INTERVAL_MS } from '../constants';
import type { Languages, StudentWords } from '../services/language';

export interface LanguagePorts {
  languages: Languages;
}

interface LanguageContext {
  wanted: Locale;
  /** Null until the first language is loaded: then the page is empty. */
  shown: { locale: Locale; words: StudentWords } | null;
}

/**
 * The language of the page: the address's, the one chosen before, or the browser's. Only that one is loaded.
 *
 * ```
 * loading ─▶ shown | failed
 *    ⇅
 * waiting
 * ```
 *
 * Invariants:
 * - While another language is loaded, or if it cannot be, the page stays in the one before.
 * - The last choice wins, also while an earlier one is loading.
 */
export const languageMachine = ({ languages }: LanguagePorts) =>
  setup({
    types: {
      context: {} as LanguageContext,
      events: {} as { type: 'language.choose'; language: Language },
    },
    actors: {
      loadWords: fromPromise<StudentWords, Locale>(({ input }) => languages.load(input)),
    },
    actions: {
      assignWanted: assign({
        wanted: ({ event }) => {
          assertEvent(event, 'language.choose');
          return languages.localeOf(event.language);
        },
      }),
      assignShown: assign({
        shown: ({ context }, { words }: { words: StudentWords }) => ({ locale: context.wanted, words }),
      }),
      remember: ({ context }) => languages.remember(context.wanted.language),
      show: ({ context }) => languages.show(context.wanted),
    },
    guards: {
      /** Another language is shown. */
      hasWords: ({ context }) => context.shown !== null,
    },
    delays: {
      /** Pause between attempts to load the first language. */
      retryInterval: RETRY_INTERVAL_MS,
    },
  }).createMachine({
    id: 'language',
    context: () => ({ wanted: languages.preferred(), shown: null }),
    on: { 'language.choose': { target: '.loading', reenter: true, actions: ['assignWanted', 'remember'] } },
    initial: 'loading',
    states: {
      loading: {
        description: 'The texts are loaded.',
        invoke: {
          id: 'loadWords',
          src: 'loadWords',
          input: ({ context }) => context.wanted,
          onDone: {
            target: 'shown',
            actions: [{ type: 'assignShown', params: ({ event }) => ({ words: event.output }) }, 'show'],
          },
          onError: [{ guard: 'hasWords', target: 'failed' }, { target: 'waiting' }],
        },
      },
      waiting: {
        description: 'The first language could not be loaded. It is tried again.',
        after: { retryInterval: 'loading' },
      },
      shown: { description: 'The page is in the wanted language.' },
      failed: { description: 'The page says that the wanted language could not be loaded.' },
    },
  });
