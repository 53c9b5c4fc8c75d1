import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { type ButtonVariant, buttonStyle } from './buttonStyle';

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: ButtonVariant | undefined };

/** A router link that looks like a button: for going somewhere, never for doing something. */
export function ButtonLink({ variant = 'secondary', className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonStyle(variant, className)} />;
}
