import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';

type FoldProps = { label: string; name?: string; isOpen: boolean; controls: string; onPress: () => void };

/** Shows or hides what it controls. @param name for screen readers, if the label alone does not say what */
export function Fold({ label, name, isOpen, controls, onPress }: FoldProps) {
  return (
    <Button
      variant="quiet"
      aria-label={name}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onPress}
      className="-ml-2 self-start px-2!"
    >
      <span>{label}</span>
      <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
    </Button>
  );
}
