import { Profiler, type ReactNode } from 'react';

/* Counts React's renders per commit: the Profiler reports commits, and React's tree tells which components rendered. */

/** Number of renders by component in one commit. */
export type Commit = Record<string, number>;

/** The used part of a node in React's tree. */
interface Node {
  /** What kind of node it is. */
  tag: number;
  type: unknown;
  flags: number;
  child: Node | null;
  sibling: Node | null;
  /** The previous version; null if new. */
  alternate: Node | null;
  stateNode: unknown;
}

/** Function, class, forwardRef, and both kinds of memo. */
const componentTags = [0, 1, 11, 14, 15];
/** Flag: the component rendered in this commit. */
const performedWork = 1;

let commits: Commit[] | undefined;

/** Wraps the whole app. */
export function CountedRenders({ children }: { children: ReactNode }) {
  return (
    <Profiler id="app" onRender={() => commits?.push(committed())}>
      {children}
    </Profiler>
  );
}

/** Starts counting. The result returns each commit since the last call; empty if nothing rendered. */
export function countRenders(): () => Commit[] {
  commits = [];
  return () => commits?.splice(0) ?? [];
}

/** Returns the renders of the latest commit. */
function committed(): Commit {
  const commit: Commit = {};
  const visit = (node: Node) => {
    if (componentTags.includes(node.tag) && (node.flags & performedWork) !== 0) {
      const name = nameOf(node.type);
      commit[name] = (commit[name] ?? 0) + 1;
    }
    // Unchanged children were not rendered: flags below are from an earlier commit.
    if (node.alternate !== null && node.alternate.child === node.child) return;
    for (let child = node.child; child !== null; child = child.sibling) visit(child);
  };
  visit(rootOf(document.body));
  return commit;
}

/** Returns React's root: the container holds it under a generated key. */
function rootOf(page: HTMLElement): Node {
  for (const container of page.children) {
    for (const [key, value] of Object.entries(container)) {
      if (key.startsWith('__reactContainer$')) return (value as { stateNode: { current: Node } }).stateNode.current;
    }
  }
  throw new Error('React has rendered nothing into the page');
}

/** Returns a component's name, unwrapping `memo` and `forwardRef`. */
function nameOf(type: unknown): string {
  const { displayName, name, render, type: inner } = type as Record<string, unknown>;
  if (typeof displayName === 'string') return displayName;
  if (typeof name === 'string' && name !== '') return name;
  return inner === undefined && render === undefined ? 'an unnamed component' : nameOf(inner ?? render);
}
