import { Profiler, type ReactNode } from 'react';

/*
 * What React renders, commit by commit: its Profiler tells of every commit that has rendered anything, and React's own
 * tree tells which components they were.
 */

/** How often each component was rendered in one commit, by its name. */
export type Commit = Record<string, number>;

/** A node of React's tree, as far as it matters here. */
interface Node {
  /** What kind of node it is. */
  tag: number;
  type: unknown;
  flags: number;
  child: Node | null;
  sibling: Node | null;
  /** As it was before the commit; null for what is new. */
  alternate: Node | null;
  stateNode: unknown;
}

/** A function, a class, what forwards a reference, and both kinds of what is memoized. */
const componentTags = [0, 1, 11, 14, 15];
/** The component's code has run in this commit, and what it returned was used. */
const performedWork = 1;

let commits: Commit[] | undefined;

/** Stands around the whole app. */
export function CountedRenders({ children }: { children: ReactNode }) {
  return (
    <Profiler id="app" onRender={() => commits?.push(committed())}>
      {children}
    </Profiler>
  );
}

/** Counts from now on: the result is each commit since the last call, empty when nothing was rendered. */
export function countRenders(): () => Commit[] {
  commits = [];
  return () => commits?.splice(0) ?? [];
}

/** What the commit that has just been made has rendered. */
function committed(): Commit {
  const commit: Commit = {};
  const visit = (node: Node) => {
    if (componentTags.includes(node.tag) && (node.flags & performedWork) !== 0) {
      const name = nameOf(node.type);
      commit[name] = (commit[name] ?? 0) + 1;
    }
    // Below what has the same children as before nothing was rendered: what is noted there is of an earlier commit.
    if (node.alternate !== null && node.alternate.child === node.child) return;
    for (let child = node.child; child !== null; child = child.sibling) visit(child);
  };
  visit(rootOf(document.body));
  return commit;
}

/** React's tree in the page: each container holds its root under a name of its own. */
function rootOf(page: HTMLElement): Node {
  for (const container of page.children) {
    for (const [key, value] of Object.entries(container)) {
      if (key.startsWith('__reactContainer$')) return (value as { stateNode: { current: Node } }).stateNode.current;
    }
  }
  throw new Error('React has rendered nothing into the page');
}

/** Of a component, also of one in `memo` or `forwardRef`. */
function nameOf(type: unknown): string {
  const { displayName, name, render, type: inner } = type as Record<string, unknown>;
  if (typeof displayName === 'string') return displayName;
  if (typeof name === 'string' && name !== '') return name;
  return inner === undefined && render === undefined ? 'an unnamed component' : nameOf(inner ?? render);
}
