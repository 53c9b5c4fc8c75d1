import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/lib/precompress';

/** The front end. The Content-Security-Policy allows no inline script, so nothing here may write one into index.html. */
export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    // Every browser that Vite targets knows modulepreload by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Apart from the product's own code, so that a new version leaves them in the browser's cache.
          groups: [
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|xstate|@xstate[\\/]react)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
