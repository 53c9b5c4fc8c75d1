import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin, type Rolldown, runnerImport, transformWithOxc } from 'vite';
import type { PrerenderedPage } from '../../src/prerender';

type Bundle = Rolldown.OutputBundle;

/**
 * Gives every public page a document of its own that holds its markup, rendered from the same components, and the styles
 * of the public pages, so that it is painted before any script or stylesheet has been fetched. `index.html` stays as it is
 * but for those styles, for all other pages.
 *
 * `policy.json` holds the hashes by which a Content-Security-Policy lets what stands inline there be run and applied.
 */
export function prerender(root: string): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const [early, pages] = await Promise.all([earlyScript(root), renderedPages(root)]);
        const { template, style } = inlineStyles(bundle);
        for (const page of pages) {
          const source = documentOf(template, page, early, preloadsOf(bundle, root, page.name));
          this.emitFile({ type: 'asset', fileName: `${page.name}.html`, source });
        }
        this.emitFile({
          type: 'asset',
          fileName: 'policy.json',
          source: JSON.stringify({ scripts: [hashOf(early)], styles: [hashOf(style)] }),
        });
      },
    },
  };
}

async function renderedPages(root: string): Promise<PrerenderedPage[]> {
  const { module } = await runnerImport<typeof import('../../src/prerender')>(join(root, 'src/prerender.tsx'), {
    root,
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
  });
  return module.prerenderedPages;
}

/** What runs before the page is first painted. A block, so that its names are nobody else's. */
async function earlyScript(root: string): Promise<string> {
  const file = join(root, 'src/early.ts');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false });
  const minified = await minify(file, `{${code.replace(/^export \{\};?$/m, '')}}`);
  return minified.code.trim();
}

/** Puts the stylesheet of the entry into the document in place of the link to it. */
function inlineStyles(bundle: Bundle): { template: string; style: string } {
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('There is no index.html.');
  const html = String(page.source);
  const [link, href = ''] = /\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/.exec(html) ?? [];
  const sheet = bundle[href];
  if (link === undefined || sheet?.type !== 'asset') throw new Error('index.html links to no stylesheet.');
  const style = String(sheet.source).trim();
  delete bundle[href];
  const template = html.replace(link, () => '').replace('<title>', () => `<style>${style}</style>\n    <title>`);
  page.source = template.replace(
    '</head>',
    () => `  <link rel="stylesheet" href="/${completeStyles(bundle)}">\n  </head>`,
  );
  return { template, style };
}

/** The stylesheet of the other pages, which is worth asking for before their code says so. */
function completeStyles(bundle: Bundle): string {
  const file = Object.keys(bundle).find((name) => /\/complete-[\w-]+\.css$/.test(name));
  if (file === undefined) throw new Error('There is no stylesheet of all pages.');
  return file;
}

/** The files that the code of a page needs besides the entry's. */
function preloadsOf(bundle: Bundle, root: string, name: string): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const screen = join(root, 'src/screens', `${name[0]?.toUpperCase()}${name.slice(1)}Screen.tsx`);
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file));
  };
  add(chunks.find(({ facadeModuleId }) => facadeModuleId === screen));
  return [...files];
}

function documentOf(template: string, page: PrerenderedPage, early: string, preloads: string[]): string {
  const links = preloads
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .filter((link) => !template.includes(link));
  return [
    [/<title>.*<\/title>/, `<title>${page.title}</title>`],
    ['</head>', `${links.map((link) => `  ${link}\n  `).join('')}</head>`],
    ['<div id="root"></div>', `<div id="root" data-page="${page.name}">${page.html}</div><script>${early}</script>`],
  ].reduce((html: string, [from, to]) => html.replace(from ?? '', () => String(to)), template);
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
