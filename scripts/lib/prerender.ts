import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import type { PrerenderedPage } from '../../src/prerender';

type Bundle = Rolldown.OutputBundle;

/**
 * Runs before the first paint. Hides the form from signed-in users and the frame from everyone else. A block, because
 * scripts share their top-level names. `localStorage` throws or is null if the browser blocks site data.
 */
const hideScript = `{
  let token = null;
  try { token = localStorage.getItem('accessToken') } catch {}
  const root = document.getElementById('root');
  if ((token === null) === (root.dataset.page === undefined)) root.replaceChildren();
}`;

/**
 * Writes a document for each page, which holds the styles and preloads the page's chunks. A public page's document also
 * holds its rendered markup, which is painted before any script loads. A signed-in page's document holds the frame.
 *
 * `policy.json` lists the hashes of the inline scripts and styles for the Content-Security-Policy.
 */
export function prerender(root: string): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { template, style } = inlineStyles(bundle);
        for (const page of await renderedPages(root)) {
          const source = documentOf(template, page, preloadsOf(bundle, root, page, template));
          this.emitFile({ type: 'asset', fileName: `${page.name}.html`, source });
        }
        this.emitFile({
          type: 'asset',
          fileName: 'policy.json',
          source: JSON.stringify({ scripts: [hashOf(hideScript)], styles: [hashOf(style)] }),
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

/** Replaces the link to the stylesheet with a `style` element. */
function inlineStyles(bundle: Bundle): { template: string; style: string } {
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('The build has no index.html.');
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

/** Returns preload links for a page's chunks and their imports, except those that the template already links. */
function preloadsOf(bundle: Bundle, root: string, { modules }: PrerenderedPage, template: string): string {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const files = new Set<string>();
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, module)));
    if (chunk === undefined) throw new Error(`No chunk holds ${module}.`);
    files.add(chunk.fileName);
  }
  // Iteration also visits entries that are added during the loop.
  for (const file of files) {
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(imported);
  }
  const others = [...files].filter((file) => !template.includes(file));
  return others.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');
}

function documentOf(template: string, { name, title, html, isFrame }: PrerenderedPage, preloads: string): string {
  const root = `<div id="root"${isFrame ? '' : ` data-page="${name}"`}>${html}</div>`;
  const script = isFrame || name === 'login' ? `<script>${hideScript}</script>` : '';
  // Scripts come after the markup that is painted first.
  return template
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
    .replace('<div id="root"></div>', () => `${root}${script}${preloads}`);
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
