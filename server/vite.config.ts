import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { parse } from 'yaml';

const contract = parse(readFileSync(new URL('../api/openapi.yaml', import.meta.url), 'utf8'));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // See server/src/http/contract.ts.
  define: { builtContract: JSON.stringify(JSON.stringify(contract)) },
  // What the server runs with is in the bundle: hundreds of files take longer to find than to run. These bring files of their own.
  ssr: { noExternal: true, external: ['@electric-sql/pglite', '@node-rs/argon2', 'pg-native'] },
  build: {
    ssr: true,
    target: 'node20',
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        move: 'src/move.ts',
        backup: 'src/backup.ts',
        restore: 'src/restore.ts',
        students: 'src/students.ts',
        teachers: 'src/teachers.ts',
        agents: 'src/agents.ts',
        audit: 'src/audit.ts',
        simulate: 'src/simulate.ts',
        initialise: 'src/initialise.ts',
      },
      // Shared pieces stand beside the entries: paths relative to a module's own file keep their depth.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
