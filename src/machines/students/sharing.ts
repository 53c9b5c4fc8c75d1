import type { Section } from '../../services/app/types';

type Sharing = Pick<Section, 'shared'>;

/** Returns whether the teacher sees all lessons of the section, and changes it. A substitute does neither. */
export const isFullTeacher = ({ shared }: Sharing): boolean => shared?.role !== 'substitute';

/** Returns whether the teacher can delete the section, and what is in it. */
export const mayDelete = ({ shared }: Sharing): boolean => shared === undefined;
