import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
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
