import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string;
  /** Replaces the current entry of the history. */
  replace?: boolean;
};

/** A client-side link. The router's own also carries its prefetching code, about 2 kB. */
export function Link({ to, replace = false, onClick, ...native }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, { replace });
  return (
    <a
      {...native}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
