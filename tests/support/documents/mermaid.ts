import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { isWithin, nodesOf } from '../../../scripts/replay/edges';
import { eventName } from '../../../src/recorder/names';
import { guardOf, transitionsFrom } from './transitions';

/*
 * Reads `machine.root`: `machine.definition` leaves `always` out. What does not lead out of a state stands inside it,
 * as in UML: the actors that run there (`do / fetchLogs`) and the events that it takes without being left.
 */

/** Mermaid takes these for its own; `#58;` and the like are how it spells them as text. */
const escapeText = (text: string) => text.replace(/[#;:{}"<>]/g, (character) => `#${character.charCodeAt(0)};`);

/** With the machine's name, since some words (`state`, `end`, `note`) are Mermaid's own. */
const idOf = ({ machine, path }: AnyStateNode) => [machine.id, ...path].join('_');

const isComposite = (node: AnyStateNode) => Object.keys(node.states).length > 0;

/** Whether it leads from a state with parts into that very state: such arrows Mermaid draws badly, or not at all. */
const isInward = ({ source, target = [] }: AnyTransitionDefinition) =>
  isComposite(source) && target.some((node) => isWithin(node, source));

const labelOf = (transition: AnyTransitionDefinition) => {
  const name = eventName(transition.eventType);
  const guard = guardOf(transition);
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

/**
 * The chart as a Mermaid state diagram. Of several arrows between the same two states one is drawn, with all labels.
 */
export function mermaidOf(machine: AnyStateMachine, title: string): string {
  const { root } = machine;
  const states: string[] = [];
  const arrows = new Map<string, string[]>();

  const drawParts = (node: AnyStateNode, indent: string) => {
    for (const target of node.type === 'compound' ? (node.initial.target ?? []) : []) {
      states.push(`${indent}[*] --> ${idOf(target)}`);
    }
    // Regions of a parallel state stand side by side: with Mermaid's own divider no arrow may lead to a state with parts.
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
  // What the whole chart takes is drawn from each of its states: the chart itself has no box.
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
