import type { ReactNode } from 'react';
import { messages } from '../messages';
import { BrandMark } from './BrandMark';
import { Link } from './Link';

type TopBarProps = {
  /** Target of the logo's link. */
  homePath: string;
  /** Right-hand content: channel status and the user menu. */
  children?: ReactNode;
};

/** The top bar of every signed-in page. */
export function TopBar({ homePath, children }: TopBarProps) {
  return (
    <header className="relative z-10 flex h-16 tall:sticky tall:top-0 items-center justify-between gap-4 border-b border-line bg-surface px-4 print:hidden sm:px-6">
      <Link to={homePath} className="flex min-h-11 shrink-0 items-center gap-2.5 rounded-control">
        <BrandMark />
        <span className="font-semibold tracking-wider">{messages.brand.abbreviation}</span>
        <span className="border-l border-control pl-2.5 text-muted">{messages.brand.name}</span>
      </Link>
      <div className="flex min-w-0 items-center gap-3">{children}</div>
    </header>
  );
}
