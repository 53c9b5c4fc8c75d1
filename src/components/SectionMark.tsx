import { sectionColour } from './sectionColour';

const grounds: Record<number, string> = {
  1: 'bg-section-1',
  2: 'bg-section-2',
  3: 'bg-section-3',
  4: 'bg-section-4',
  5: 'bg-section-5',
  6: 'bg-section-6',
};

/** A seat in the section's colour. Always shown beside the section's name. */
export const SectionMark = ({ id }: { id: string }) => (
  <span aria-hidden="true" className={`h-5 w-6 shrink-0 rounded-control ${grounds[sectionColour(id)]}`} />
);
