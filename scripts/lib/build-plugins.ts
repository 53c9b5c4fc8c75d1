import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import * as v from 'valibot';
import { type Plugin, runnerImport } from 'vite';
import { compileTexts } from '../../languages/compile.ts';
import { compileSchool } from '../../languages/compileSchool.ts';
import { withoutDescriptions } from './without-descriptions.ts';

/** Removes the states' descriptions, which are for the charts' documents. */
export function leaveDescriptionsOut(): Plugin {
  return {
    name: 'leave-descriptions-out',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]src[\\/]machines[\\/].*\.ts$/ },
      handler: (code, id) => ({ code: withoutDescriptions(id, code), map: null }),
    },
  };
}

/** Writes a `.br` and a `.gz` twin beside every larger file, at the strongest setting, so that the server compresses nothing. */
export function precompress(): Plugin {
  const compressible = /\.(bin|css|html|ico|js|json|map|svg|txt|wasm|webmanifest|xml)$/;
  const smallestBytes = 1024;

  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = 'dist' }) {
        const entries = await readdir(dir, { recursive: true, withFileTypes: true });
        for (const entry of entries.filter((one) => one.isFile() && compressible.test(one.name))) {
          const path = join(entry.parentPath, entry.name);
          const content = await readFile(path);
          if (content.length < smallestBytes) continue;
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }
      },
    },
  };
}

type Texts = { [name: string]: string | Texts };
const textsShape: v.GenericSchema<Texts> = v.record(v.string(), v.union([v.string(), v.lazy(() => textsShape)]));

/** Compiles the texts of each language, so that the browser needs no parser of messages. */
export function compileLanguages(): Plugin {
  return {
    name: 'compile-languages',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]languages[\\/](?!teacher[\\/])\w+[\\/][a-z]{2}\.ts$/ },
      async handler(code, id) {
        const file: Record<string, unknown> = /^import\b/m.test(code)
          ? (await runnerImport<Record<string, unknown>>(id, { configFile: false, logLevel: 'warn' })).module
          : await import(`data:text/javascript,${encodeURIComponent(code)}`);
        const compiled = Object.entries(file).map(([name, texts]) => {
          const json = JSON.stringify(compileTexts(v.parse(textsShape, texts)));
          return name === 'default' ? `export default ${json};` : `export const ${name} = ${json};`;
        });
        return { code: compiled.join('\n'), map: null };
      },
    },
  };
}

/**
 * Compiles the languages that a school has added for its teachers: `languages/teacher/pl.ts`. A missing text is named, and stays in
 * English; one that nobody shows fails the build.
 */
export function compileSchoolLanguages(root: string): Plugin {
  return {
    name: 'compile-school-languages',
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]languages[\\/]teacher[\\/][a-z]{2,3}\.ts$/ },
      async handler(code, id) {
        const file: Record<string, unknown> = await import(`data:text/javascript,${encodeURIComponent(code)}`);
        const options = { root, configFile: false, logLevel: 'warn' } as const;
        const { module } = await runnerImport<typeof import('../../src/messages')>(
          join(root, 'src/messages.ts'),
          options,
        );
        const { texts, missing, errors } = compileSchool(module.englishMessages, v.parse(textsShape, file.default));
        if (errors.length > 0) this.error(`${id}:\n${errors.join('\n')}`);
        if (missing.length > 0)
          this.warn(`${id} lacks ${missing.length} texts, which stay in English:\n${missing.join('\n')}`);
        return {
          code: `export { inSchoolLanguage } from '@vigil/languages/school';\nexport const texts = ${JSON.stringify(texts)};`,
          map: null,
        };
      },
    },
  };
}
