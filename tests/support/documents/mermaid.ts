import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { isWithin, nodesOf, transitionsFrom } from '../../../scripts/replay/edges';
import { conditionOf, eventName } from '../../../src/recorder/names';

/*
 * Reads `machine.root`, because `machine.definition` omits `always`. What does not leave a state is written inside it,
 * as in UML: its actors (`do / fetchLogs`) and internal events.
 */

/** Escapes Mermaid's special characters, which it spells `#58;` and so on. */
const escapeText = (text: string) => text.replace(/[#;:{}"<>]/g, (character) => `#${character.charCodeAt(0)};`);

/** Prefixed by the machine's name, since some words (`state`, `end`, `note`) are reserved. */
const idOf = ({ machine, path }: AnyStateNode) => [machine.id, ...path].join('_');

const isComposite = (node: AnyStateNode) => Object.keys(node.states).length > 0;

/**
 * Returns whether a transition leads from a compound state into itself: Mermaid draws such arrows badly or not at all.
 */
const isInward = ({ source, target = [] }: AnyTransitionDefinition) =>
  isComposite(source) && target.some((node) => isWithin(node, source));

/** Narrow lines keep the drawing narrow. */
const inLines = (text: string) =>
  text
    .replaceAll(/(.{6}\S*) /g, '$1\n')
    .split('\n')
    .map(escapeText)
    .join('<br/>');

/** @param between an arrow has its condition on a line of its own, and short lines */
const labelOf = (transition: AnyTransitionDefinition, between = ' ') => {
  const name = eventName(transition.eventType);
  const guard = conditionOf(transition);
  const written = between === ' ' ? escapeText : inLines;
  return guard === undefined ? written(name) : `${written(name)}${between}${written(`[${guard}]`)}`;
};

const activitiesOf = (node: AnyStateNode) => node.invoke.map(({ id }) => escapeText(`do / ${id}`));

const insideOf = (node: AnyStateNode): string[] => {
  const transitions = transitionsFrom(node);
  return [
    ...activitiesOf(node),
    ...transitions.filter(({ target }) => target === undefined).map((one) => labelOf(one)),
    ...transitions.filter(isInward).map((one) => `${labelOf(one)} → ${one.target?.map(({ key }) => key).join(', ')}`),
  ];
};

/** A drawing shows at most this many states, so that its text can be read at a page's width. */
const MAX_STATES = 9;

const countStates = (node: AnyStateNode): number =>
  Object.values(node.states).reduce((sum, child) => sum + 1 + countStates(child), 0);

/** What leads to a state from this many others is written inside it. */
const MANY = 3;

/** A state with all of its parts, or with parts that have drawings of their own. */
export interface Drawing {
  /** The chart's name, and the path of the part. */
  name: string;
  node: AnyStateNode;
  mermaid: string;
}

/** Returns the drawings of a chart: one, or one of its states and one for each that has parts, and so on. */
export function drawingsOf(machine: AnyStateMachine, title: string): Drawing[] {
  const draw = (node: AnyStateNode): Drawing[] => {
    const isWhole = countStates(node) <= MAX_STATES;
    const name = [title, ...node.path].join('.');
    const parts = isWhole ? [] : Object.values(node.states).filter(isComposite).flatMap(draw);
    return [{ name, node, mermaid: mermaidOf(node, name, isWhole) }, ...parts];
  };
  return draw(machine.root);
}

/**
 * Returns a state as a Mermaid state diagram: with all of its parts, or with those that have parts closed. Parallel arrows are
 * merged, with all labels; what leads to a state from many is written inside it. Arrows that leave the drawing lead to a box with the other
 * state's path.
 */
export function mermaidOf(top: AnyStateNode, title: string, isWhole = true): string {
  const { machine } = top;
  const { root } = machine;
  const states: string[] = [];
  /** By the box where they end and by label: where they start. */
  const arrows = new Map<string, Map<string, Set<string>>>();
  /** What is written inside a box, by its id, because it leads there from many. */
  const gathered = new Map<string, string[]>();
  const outside = new Map<string, string>();
  const isOpen = (node: AnyStateNode) => isComposite(node) && isWhole;

  /** Returns the box in which a state is. */
  const boxOf = (node: AnyStateNode): string => {
    if (!isWithin(node, top) || node === top) {
      const id = `${idOf(node)}_outside`;
      outside.set(id, node.path.join('.'));
      return id;
    }
    return idOf(isWhole ? node : (top.states[node.path[top.path.length] ?? ''] ?? node));
  };

  const drawParts = (node: AnyStateNode, indent: string) => {
    for (const target of node.type === 'compound' ? (node.initial.target ?? []) : []) {
      states.push(`${indent}[*] --> ${boxOf(target)}`);
    }
    // Regions of a parallel state are drawn side by side: with Mermaid's own divider, no arrow may lead to a compound
    // state.
    for (const child of Object.values(node.states)) drawState(child, indent);
  };

  const drawState = (node: AnyStateNode, indent: string) => {
    const inside = [...insideOf(node), ...(gathered.get(boxOf(node)) ?? [])];
    if (isOpen(node)) {
      states.push(`${indent}state "${[escapeText(node.key), ...inside].join('<br/>')}" as ${idOf(node)} {`);
      drawParts(node, `${indent}  `);
      states.push(`${indent}}`);
    } else {
      const name = isComposite(node) ? `${node.key} (${countStates(node)} states)` : node.key;
      states.push(`${indent}state "${escapeText(name)}" as ${idOf(node)}`);
      states.push(...inside.map((text) => `${indent}${idOf(node)} : ${text}`));
      if (node.type === 'final') states.push(`${indent}${idOf(node)} --> [*]`);
    }
  };

  const drawArrow = (from: AnyStateNode, transition: AnyTransitionDefinition) => {
    for (const target of transition.target ?? []) {
      const [start, end] = [boxOf(from), boxOf(target)];
      // It stays within a closed state.
      if (start === end && !isWhole && from.parent !== top) continue;
      const label = labelOf(transition, '<br/>');
      const labels = arrows.get(end) ?? new Map<string, Set<string>>();
      labels.set(label, (labels.get(label) ?? new Set()).add(start));
      arrows.set(end, labels);
    }
  };

  for (const node of nodesOf(machine).filter((one) => one !== top && isWithin(one, top))) {
    for (const transition of transitionsFrom(node)) if (!isInward(transition)) drawArrow(node, transition);
  }
  // Transitions of the root are drawn from each state: the chart itself has no box.
  if (top === root) {
    for (const transition of transitionsFrom(root)) {
      for (const node of Object.values(root.states)) if (node.type !== 'final') drawArrow(node, transition);
    }
  }

  const write = (box: string, ...lines: string[]) => gathered.set(box, [...(gathered.get(box) ?? []), ...lines]);
  const inOneLine = (label: string) => label.replaceAll('<br/>', ' ');
  /** How many states elsewhere a box leads to. */
  const leaving = (start: string) =>
    [...arrows].filter(([end, labels]) => outside.has(end) && [...labels.values()].some((starts) => starts.has(start)))
      .length;
  const drawn = new Map<string, string[]>();
  for (const [end, labels] of arrows) {
    const elsewhere = outside.get(end);
    for (const [label, starts] of labels) {
      if (starts.size >= MANY && elsewhere === undefined) {
        const names = [...starts].map((start) => escapeText(outside.get(start) ?? start.replace(/^.*_/, '')));
        write(end, `${inOneLine(label)} ←`);
        for (let place = 0; place < names.length; place += MANY)
          write(end, names.slice(place, place + MANY).join(', '));
        continue;
      }
      for (const start of starts) {
        if (elsewhere !== undefined && leaving(start) >= MANY) {
          write(start, `${inOneLine(label)} → ${escapeText(elsewhere)}`);
        } else {
          const ends = `${start} --> ${end}`;
          drawn.set(ends, [...(drawn.get(ends) ?? []), label]);
        }
      }
    }
  }
  const isDrawn = (box: string) => [...drawn.keys()].some((ends) => ends.split(' --> ').includes(box));
  drawParts(top, '  ');

  return [
    '---',
    `title: "${[title, ...activitiesOf(top)].join(' · ')}"`,
    '---',
    'stateDiagram-v2',
    `  accTitle: The statechart ${title}`,
    ...states,
    ...[...outside].filter(([id]) => isDrawn(id)).map(([id, path]) => `  state "→ ${escapeText(path)}" as ${id}`),
    ...[...drawn].map(([ends, labels]) => `  ${ends} : ${labels.join('<br/>')}`),
    '',
  ].join('\n');
}
