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

const labelOf = (transition: AnyTransitionDefinition) => {
  const name = eventName(transition.eventType);
  const guard = conditionOf(transition);
  return escapeText(guard === undefined ? name : `${name} [${guard}]`);
};

const activitiesOf = (node: AnyStateNode) => node.invoke.map(({ id }) => escapeText(`do / ${id}`));

const insideOf = (node: AnyStateNode): string[] => {
  const transitions = transitionsFrom(node);
  return [
    ...activitiesOf(node),
    ...transitions.filter(({ target }) => target === undefined).map(labelOf),
    ...transitions.filter(isInward).map((one) => `${labelOf(one)} → ${one.target?.map(({ key }) => key).join(', ')}`),
  ];
};

/** Returns the chart as a Mermaid state diagram. Parallel arrows are merged, with all labels. */
export function mermaidOf(machine: AnyStateMachine, title: string): string {
  const { root } = machine;
  const states: string[] = [];
  const arrows = new Map<string, string[]>();

  const drawParts = (node: AnyStateNode, indent: string) => {
    for (const target of node.type === 'compound' ? (node.initial.target ?? []) : []) {
      states.push(`${indent}[*] --> ${idOf(target)}`);
    }
    // Regions of a parallel state are drawn side by side: with Mermaid's own divider, no arrow may lead to a compound
    // state.
    for (const child of Object.values(node.states)) drawState(child, indent);
  };

  const drawState = (node: AnyStateNode, indent: string) => {
    const inside = insideOf(node);
    if (isComposite(node)) {
      states.push(`${indent}state "${[escapeText(node.key), ...inside].join('<br/>')}" as ${idOf(node)} {`);
      drawParts(node, `${indent}  `);
      states.push(`${indent}}`);
    } else {
      states.push(`${indent}state "${escapeText(node.key)}" as ${idOf(node)}`);
      states.push(...inside.map((text) => `${indent}${idOf(node)} : ${text}`));
      if (node.type === 'final') states.push(`${indent}${idOf(node)} --> [*]`);
    }
  };

  const drawArrow = (from: AnyStateNode, transition: AnyTransitionDefinition) => {
    for (const target of transition.target ?? []) {
      const ends = `${idOf(from)} --> ${idOf(target)}`;
      arrows.set(ends, [...(arrows.get(ends) ?? []), labelOf(transition)]);
    }
  };

  drawParts(root, '  ');
  for (const node of nodesOf(machine).filter((one) => one !== root)) {
    for (const transition of transitionsFrom(node)) if (!isInward(transition)) drawArrow(node, transition);
  }
  // Transitions of the root are drawn from each state: the chart itself has no box.
  for (const transition of transitionsFrom(root)) {
    for (const node of Object.values(root.states)) if (node.type !== 'final') drawArrow(node, transition);
  }

  return [
    '---',
    `title: "${[title, ...activitiesOf(root)].join(' · ')}"`,
    '---',
    'stateDiagram-v2',
    `  accTitle: The statechart ${title}`,
    ...states,
    ...[...arrows].map(([ends, labels]) => `  ${ends} : ${labels.join('<br/>')}`),
    '',
  ].join('\n');
}
