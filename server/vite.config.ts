import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { parse } from 'yaml';

const contract = parse(readFileSync(new URL('../api/openapi.yaml', import.meta.url), 'utf8'));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // See server/src/platform/http/contract.ts.
  define: { builtContract: JSON.stringify(JSON.stringify(contract)) },
  // What the server runs with is in the bundle: hundreds of files take longer to find than to run. These bring files of their own.
  ssr: { noExternal: true, external: ['@electric-sql/pglite', '@node-rs/argon2', 'pg-native'] },
  build: {
    ssr: true,
    target: 'node20',
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        cli: 'src/cli/cli.ts',
        simulate: 'simulator/simulate.ts',
        initialise: 'src/platform/database/initialise.ts',
      },
      // Shared pieces stand beside the entries: paths relative to a module's own file keep their depth.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
