import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { TextLink } from '../../components/TextLink';
import { badgesMachine } from '../../machines/attendance/badgesMachine';
import { messages } from '../../messages';
import { addStudentsPath } from '../../paths';
import type { Section } from '../../services/app/types';
import { useScreenActor } from '../app/system';

const { badges: words } = messages.door;

const selectBadges = ({ context }: SnapshotFrom<typeof badgesMachine>) => context.badges;

/** Says how many students have a badge, and leads to where badges are made. Absent where the backend has none. */
export function BadgesLink({ section }: { section: Section }) {
  const badges = useScreenActor((system) => badgesMachine({ ...system, addresses: new Map() }), {
    input: { sectionId: section.id },
  });
  const known = useSelector(badges, selectBadges);
  if (known === null || section.students.length === 0) return null;
  const having = section.students.filter(({ id }) => known.some(({ studentId }) => studentId === id));
  return (
    <p className="shrink-0 border-t border-line pt-3 text-sm">
      <span className="block text-muted">{words.count(having.length, section.students.length)}</span>
      {/* Takes the place of the dialog's entry in the history. */}
      <TextLink to={addStudentsPath(section.id)} replace>
        {words.link}
      </TextLink>
    </p>
  );
}
