import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  compileLanguages,
  compileSchoolLanguages,
  leaveDescriptionsOut,
  precompress,
} from './scripts/lib/build-plugins.ts';
import { keepState } from './scripts/lib/keep-state.ts';
import { prerender } from './scripts/lib/prerender.ts';

/** Builds the front end. */
export default defineConfig({
  plugins: [
    ...[react(), tailwindcss(), keepState()],
    ...[
      leaveDescriptionsOut(),
      compileLanguages(),
      compileSchoolLanguages(import.meta.dirname),
      prerender(import.meta.dirname),
      precompress(),
    ],
  ],
  resolve: {
    // @xstate/react brings a shim for React before 18.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  build: {
    // The oldest browsers that are supported (README).
    target: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    // Only Safari 16.4 lacks modulepreload; its pages load a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A chunk of their own, which browsers keep in their cache across versions of the product.
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|xstate|@xstate[\\/]react)[\\/]/,
            },
            { name: 'start', tags: ['$initial'] },
            // One request for what several pages share, instead of one for each module.
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
});
