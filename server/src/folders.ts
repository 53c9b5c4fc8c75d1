import { fileURLToPath } from 'node:url';

// This file is in server/src and is bundled into server/dist, at the same depth, so the paths work from both.
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Generated SQL, read at start. */
export const migrationsFolder = folder('../migrations');
/** The contract of both sides. */
export const contractFile = folder('../../api/openapi.yaml');
/** The built front end. */
export const frontEndFolder = folder('../../dist');
/** The built page of the students. */
export const studentFolder = folder('../../student/dist');
