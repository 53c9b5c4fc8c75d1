import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string };

/** A link within the product. The router's own would bring along what fetches data and code ahead in its way, about 2 kB. */
export function Link({ to, onClick, ...native }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to);
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
