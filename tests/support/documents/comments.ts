import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A chart's doc comment. */
export interface ChartComment {
  /** Markdown. */
  purpose: string;
  /** One sentence each. */
  invariants: string[];
}

const nameOf = (statement: ts.Statement): string | undefined => {
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text;
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declaration] = statement.declarationList.declarations;
  return declaration !== undefined && ts.isIdentifier(declaration.name) ? declaration.name.text : undefined;
};

/** Returns the file of a machine or form, relative to the repository. */
export function machineFile(name: string): string {
  for (const folder of ['src/machines', 'student/src/machines']) {
    const files = readdirSync(fileOf(folder), { recursive: true, encoding: 'utf8' });
    const file = files.find((one) => `/${one}`.endsWith(`/${name}.ts`));
    if (file !== undefined) return `${folder}/${file}`;
  }
  return `src/machines/${name}.ts`;
}

const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const sourceOf = (path: string) =>
  ts.createSourceFile(path, readFileSync(fileOf(path), 'utf8'), ts.ScriptTarget.Latest, true);

const textOf = (node: ts.Node): string | undefined =>
  ts.getTextOfJSDocComment(ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)?.comment);

/**
 * Returns the doc comment of a function or constant.
 *
 * @param path relative to the repository
 * @throws if there is none
 */
export function docCommentOf(path: string, name: string): string {
  const statement = sourceOf(path).statements.find((one) => nameOf(one) === name);
  const text = statement && textOf(statement);
  if (text === undefined) throw new Error(`${name} of ${path} has no doc comment`);
  return text;
}

/** Doc comments in a machine's `setup`, by name. */
export type SetupComments = Record<'actors' | 'guards' | 'delays', ReadonlyMap<string, string>>;

/**
 * Reads a machine's file, and that of its setup if it has one.
 *
 * @param path relative to the repository; a missing file has none
 */
export function setupComments(path: string): SetupComments {
  const comments = {
    actors: new Map<string, string>(),
    guards: new Map<string, string>(),
    delays: new Map<string, string>(),
  };
  const isKind = (name: string): name is keyof SetupComments => name in comments;

  const read = (options: ts.ObjectLiteralExpression) => {
    for (const property of options.properties) {
      if (!ts.isPropertyAssignment(property) || !ts.isObjectLiteralExpression(property.initializer)) continue;
      const kind = property.name.getText();
      if (!isKind(kind)) continue;
      for (const one of property.initializer.properties) {
        const text = textOf(one)?.replaceAll(/\s+/g, ' ');
        if (text !== undefined && one.name !== undefined) comments[kind].set(one.name.getText(), text);
      }
    }
  };
  const visit = (node: ts.Node) => {
    const [options] = ts.isCallExpression(node) && node.expression.getText() === 'setup' ? node.arguments : [];
    if (options !== undefined && ts.isObjectLiteralExpression(options)) read(options);
    ts.forEachChild(node, visit);
  };
  const setups = ['Setup.ts', '/setup.ts'].map((end) => path.replace(/Machine\.ts$/, end));
  for (const file of new Set([path, ...setups])) if (existsSync(fileOf(file))) visit(sourceOf(file));
  return comments;
}

/** Returns a chart's doc comment: the paragraph starting with `Invariants:`, as a list or clauses, and the rest. */
export function chartComment(path: string, name: string): ChartComment {
  const isInvariants = (paragraph: string) => paragraph.startsWith('Invariants:');
  const paragraphs = docCommentOf(path, name).split('\n\n');
  const invariants = paragraphs.find(isInvariants)?.slice('Invariants:'.length).trim() ?? '';
  return {
    purpose: paragraphs.filter((paragraph) => !isInvariants(paragraph)).join('\n\n'),
    invariants: invariants
      .split(invariants.startsWith('- ') ? /^- /m : /;\s/)
      .map((text) => text.replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== ''),
  };
}
