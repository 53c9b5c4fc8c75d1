import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate';
import { classes } from '../../components/classes';
import { transitionName } from '../../recorder/names';
import { words } from './words';

type ChartProps = {
  machine: AnyStateMachine;
  /** The active states. */
  value: StateValue;
};

/** A machine as nested boxes, each listing its transitions. Active states are highlighted. */
export function Chart({ machine, value }: ChartProps) {
  return (
    <div className="flex flex-col gap-3">
      <Edges node={machine.root} />
      <States node={machine.root} value={value} />
      <p className="text-xs text-muted">{words.legend}</p>
    </div>
  );
}

/** @param value the active states inside `node`; undefined if it is not active */
function States({ node, value }: { node: AnyStateNode; value: StateValue | undefined }) {
  const states = Object.values(node.states);
  if (states.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-start gap-2">
      {states.map((child) => (
        <State
          key={child.id}
          node={child}
          isInitial={node.type === 'compound' && node.initial.target.includes(child)}
          isRegion={node.type === 'parallel'}
          value={typeof value === 'string' ? (value === child.key ? {} : undefined) : value?.[child.key]}
        />
      ))}
    </ul>
  );
}

function State({
  node,
  value,
  isInitial,
  isRegion,
}: {
  node: AnyStateNode;
  value: StateValue | undefined;
  isInitial: boolean;
  isRegion: boolean;
}) {
  const isActive = value !== undefined;
  const isLeaf = node.type === 'atomic' || node.type === 'final';
  return (
    <li
      aria-current={isActive || undefined}
      className={classes(
        'flex min-w-0 max-w-full flex-col gap-2 rounded-control border p-2.5',
        isRegion && 'w-full border-dashed',
        isActive ? 'border-primary' : 'border-line',
        isActive ? (isLeaf ? 'bg-primary text-on-primary' : 'bg-primary-soft') : 'bg-surface',
      )}
    >
      <p className="flex items-baseline gap-1.5 text-sm">
        {isInitial && <span aria-hidden="true">▸</span>}
        <span className="font-semibold">{node.key}</span>
        {node.type === 'final' && <span aria-hidden="true">◉</span>}
        {isActive && <span className="sr-only">{`(${words.isActive})`}</span>}
      </p>
      <Edges node={node} isLit={isActive && isLeaf} />
      <States node={node} value={value} />
    </li>
  );
}

/** Returns a transition's name without its source, which is the box around it. Siblings go by their last name. */
function wordsOf(edge: string, { parent }: AnyStateNode): string {
  const [event = '', targets = ''] = edge.slice(edge.indexOf('—') + 1).split('→');
  const beside = parent === undefined ? '' : `${[...parent.path, ''].join('.')}`;
  return `${event} → ${targets.trim().replace(beside, '')}`;
}

function Edges({ node, isLit = false }: { node: AnyStateNode; isLit?: boolean }) {
  const names = [...node.transitions.values(), node.always ?? []].flat().map(transitionName);
  if (names.length === 0) return null;
  return (
    <ul
      className={classes(
        'flex flex-col items-start gap-0.5 font-mono text-xs',
        isLit ? 'text-on-primary' : 'text-muted',
      )}
    >
      {names.map((name) => (
        <li key={name} className="wrap-anywhere">
          {wordsOf(name, node)}
        </li>
      ))}
    </ul>
  );
}
