import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileLanguages, leaveDescriptionsOut, precompress } from '../scripts/lib/build-plugins.ts';

const require = createRequire(import.meta.url);

const packageFolder = (name: string) => new URL('..', `file://${require.resolve(name)}`);
/** The package with the detector's model. Its exports do not name the model. */
const human = packageFolder('@vladmandic/human');

/** Builds the students' page, which the server serves at /attend. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/attend/',
  plugins: [react(), leaveDescriptionsOut(), compileLanguages(), notice(), precompress()],
  resolve: {
    alias: [
      // React's own renderer alone would be more than the page may weigh.
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: 'use-sync-external-store/shim', replacement: 'use-sync-external-store' },
      { find: '@models', replacement: fileURLToPath(new URL('models', human)) },
    ],
  },
  worker: { format: 'es' },
  build: {
    target: ['chrome116', 'edge116', 'firefox128', 'safari17.4'],
    // Whatever is loaded later is one file.
    modulePreload: false,
    // The content security policy allows no data in fetches.
    assetsInlineLimit: 0,
  },
});

/** Adds the origin and the licences of what the detector is made of. */
function notice(): Plugin {
  return {
    name: 'notice',
    apply: 'build',
    generateBundle() {
      const licence = readFileSync(new URL('LICENSE', human), 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'NOTICE.txt',
        source: [
          'The face detector is BlazeFace (back camera) by Google, Apache License 2.0, https://github.com/google/mediapipe,',
          'as converted and published in @vladmandic/human 3.3.6 (models/blazeface.json, models/blazeface.bin):',
          '',
          licence.trim(),
          '',
          'It is run by TensorFlow.js 4.22.0 (@tensorflow/tfjs-core, -converter, -backend-wasm) by Google,',
          'Apache License 2.0, https://www.apache.org/licenses/LICENSE-2.0, https://github.com/tensorflow/tfjs.',
          '',
        ].join('\n'),
      });
    },
  };
}
