import { type ButtonVariant, buttonStyle } from './buttonStyle';
import { Link, type LinkProps } from './Link';

type ButtonLinkProps = LinkProps & { variant?: ButtonVariant | undefined };

/** A router link that looks like a button. For navigation only, never for actions. */
export function ButtonLink({ variant = 'secondary', className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonStyle(variant, className)} />;
}
