import type { ReactNode } from 'react';
import { itemRole } from './ItemList';
import { initials } from './initials';
import { Link } from './Link';
import { Truncated } from './Truncated';

// 36 px with a mouse on a wide screen, 44 px for touch. Buttons in the row must fit.
const row =
  'flex min-h-11 items-center gap-3 py-0.5 wide:pointer-fine:min-h-9 wide:pointer-fine:py-0 ' +
  'wide:pointer-fine:[&_button]:min-h-8 wide:pointer-fine:[&_button]:py-0';

const opener = 'items-center rounded-control hover:underline';

type PersonProps = {
  name: string;
  /** Secondary line beside or below the name. Truncated where needed; its tooltip has the full text. */
  detail: string;
};

type ListItemProps = PersonProps & {
  action?: ReactNode;
  /** Makes the name a button. */
  onOpen?: (() => void) | undefined;
  /** Makes the name a link. */
  to?: string | undefined;
};

/** A person in an {@link ItemList} with an action. */
export function ListItem({ name, detail, action, onOpen, to }: ListItemProps) {
  return (
    <li {...itemRole} className={row}>
      <Person name={name} detail={detail} onOpen={onOpen} to={to} />
      {action}
    </li>
  );
}

type CheckItemProps = PersonProps & {
  /** Accessible name of the checkbox. */
  label: string;
  checked: boolean;
  /** The checkbox cannot be changed. It keeps its focus. */
  inert?: boolean;
  onToggle: () => void;
  /** Explains the state. */
  badge?: ReactNode;
};

/** A person in an {@link ItemList} who can be ticked by pressing anywhere in the row. */
export function CheckItem({ name, detail, label, checked, inert = false, onToggle, badge }: CheckItemProps) {
  return (
    <li {...itemRole} className={row}>
      <label className={`flex min-w-0 flex-1 items-center gap-3 self-stretch ${inert ? '' : 'cursor-pointer'}`}>
        <input
          type="checkbox"
          aria-label={label}
          title={detail}
          checked={checked}
          aria-disabled={inert || undefined}
          onChange={() => inert || onToggle()}
          className="size-6 shrink-0 cursor-[inherit] accent-primary aria-disabled:opacity-50"
        />
        <Person name={name} detail={detail} />
        {badge}
      </label>
    </li>
  );
}

/**
 * A name and a secondary line: stacked beside the initials (where there is room), or side by side in the low rows of a
 * wide list.
 */
function Person({ name, detail, onOpen, to }: PersonProps & Pick<ListItemProps, 'onOpen' | 'to'>) {
  const named = (
    <bdi
      title={name}
      className="line-clamp-2 min-w-0 text-left text-sm font-semibold wrap-break-word print:line-clamp-none"
    >
      {name}
    </bdi>
  );
  const inLine = 'flex min-w-0 wide:pointer-fine:@sm:max-w-3/5 wide:pointer-fine:@sm:shrink-0';
  return (
    <>
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-control bg-primary-soft text-xs font-semibold max-sm:hidden wide:pointer-fine:@sm:hidden"
      >
        {initials(name)}
      </span>
      <span className="flex min-w-0 flex-1 flex-col wide:pointer-fine:@sm:flex-row wide:pointer-fine:@sm:items-baseline wide:pointer-fine:@sm:gap-3">
        {to !== undefined ? (
          <Link to={to} className={`${inLine} ${opener}`}>
            {named}
          </Link>
        ) : onOpen === undefined ? (
          <span className={inLine}>{named}</span>
        ) : (
          <button type="button" onClick={onOpen} className={`${inLine} ${opener}`}>
            {named}
          </button>
        )}
        <Truncated className="text-xs text-muted">{detail}</Truncated>
      </span>
    </>
  );
}
