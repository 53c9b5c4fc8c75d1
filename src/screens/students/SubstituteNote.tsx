import { Notice } from '../../components/Notice';
import { isFullTeacher } from '../../machines/students/sharing';
import { messages } from '../../messages';
import type { Section } from '../../services/app/types';
import { untilWords } from './sharedWords';

const { shared: words } = messages;

/** Tells a substitute which lessons they see. Absent for others. */
export function SubstituteNote({ section }: { section: Section }) {
  const { shared } = section;
  if (shared === undefined || isFullTeacher(section)) return null;
  return <Notice kind="info">{words.substitute(shared.owner, untilWords(shared.until))}</Notice>;
}
