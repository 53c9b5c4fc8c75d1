import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** What a doc comment says of a chart. */
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

/**
 * The doc comment of a function or constant.
 *
 * @param path from the repository's root
 * @throws when there is none
 */
export function docCommentOf(path: string, name: string): string {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const statement = source.statements.find((one) => nameOf(one) === name);
  const comment = statement && ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc).at(-1)?.comment;
  const text = ts.getTextOfJSDocComment(comment);
  if (text === undefined) throw new Error(`${name} of ${path} has no doc comment`);
  return text;
}

/** A chart's doc comment: the paragraph that begins with `Invariants:`, as a list or a row of clauses, and the rest. */
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
