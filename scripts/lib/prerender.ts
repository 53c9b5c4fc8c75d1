import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin, type Rolldown, runnerImport, transformWithOxc } from 'vite';
import type { PrerenderedPage } from '../../src/prerender';

type Bundle = Rolldown.OutputBundle;

/**
 * Gives the pages documents of their own. That of a public page holds its markup, rendered from the same components, and
 * the styles of the public pages, so that it is painted before any script or stylesheet has been fetched; that of a
 * protected one holds the frame. Each asks at once for all that its page is made of. `index.html` holds the styles alone.
 *
 * `policy.json` holds the hashes by which a Content-Security-Policy lets what stands inline there be run and applied.
 */
export function prerender(root: string): Plugin {
  let apiUrl = '';
  return {
    name: 'prerender',
    apply: 'build',
    configResolved({ env }) {
      apiUrl = env.VITE_API_URL ?? '';
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const [early, pages] = await Promise.all([earlyScript(root, apiUrl), renderedPages(root)]);
        const { template, style } = inlineStyles(bundle);
        for (const page of pages) {
          const source = documentOf(template, page, early, linksTo(bundle, root, page, template));
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
async function earlyScript(root: string, apiUrl: string): Promise<string> {
  const file = join(root, 'src/early.ts');
  const source = await readFile(file, 'utf8');
  const set = source.replaceAll('import.meta.env.VITE_API_URL', () => JSON.stringify(apiUrl));
  const { code } = await transformWithOxc(set, file, { sourcemap: false });
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
  page.source = template;
  return { template, style };
}

/** The files that the code of a page needs besides the entry's: of code, and the stylesheets that they import. */
function linksTo(bundle: Bundle, root: string, { modules }: PrerenderedPage, template: string): string {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const files = new Set<string>();
  const sheets = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) sheets.add(sheet);
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file));
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, module)));
    if (chunk === undefined) throw new Error(`No file holds ${module}.`);
    add(chunk);
  }
  const others = [...files].filter((file) => !template.includes(file));
  const scripts = others.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  // That of the entry stands in the document.
  const styles = [...sheets].filter((file) => file in bundle);
  return [...scripts, ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`)].join('');
}

function documentOf(template: string, page: PrerenderedPage, early: string, links: string): string {
  const { name, title, html, isFrame } = page;
  const root = `<div id="root" data-${isFrame ? 'frame' : 'page'}="${name}">${html}</div>`;
  // The links come after what is to be painted first.
  return template
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
    .replace('<div id="root"></div>', () => `${root}<script>${early}</script>${links}`);
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
