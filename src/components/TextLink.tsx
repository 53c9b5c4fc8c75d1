import { classes } from './classes';
import { Link, type LinkProps } from './Link';

export const textLinkStyle =
  'rounded-control py-3.5 font-semibold text-link underline decoration-1 underline-offset-4 hover:decoration-2';

/** A router link in running text. Padding enlarges the touch target without changing line height. */
export function TextLink({ className, ...link }: LinkProps) {
  return <Link {...link} className={classes(textLinkStyle, className)} />;
}
