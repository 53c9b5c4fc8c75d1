import { useSelector } from '@xstate/react';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { RECENT_LESSON_COUNT } from '../../constants';
import { isFullTeacher } from '../../machines/students/sharing';
import { messages } from '../../messages';
import { lessonsPath } from '../../paths';
import { keepsLessons, selectKnownLessons } from '../records/useLessons';
import { useSectionPage } from '../triage/sectionPage';
import { LessonList } from './LessonList';

const { lessons: words } = messages;

/** The section's latest lessons. Absent if the backend keeps none. */
export function RecentLessons() {
  const { section, lessons: lessonsActor } = useSectionPage();
  const keeps = useSelector(lessonsActor, keepsLessons);
  const lessons = useSelector(lessonsActor, selectKnownLessons);
  if (!keeps) return null;
  return (
    <Card
      title={words.latest}
      actions={
        <ButtonLink variant="quiet" to={lessonsPath(section.id)}>
          {words.any}
        </ButtonLink>
      }
    >
      {/* As tall as three rows from the start. */}
      <div className="min-h-33">
        {lessons?.length === 0 && (
          <p className="text-sm text-muted">{isFullTeacher(section) ? words.none : words.noneOwn}</p>
        )}
        {lessons !== null && lessons.length > 0 && <LessonList lessons={lessons.slice(0, RECENT_LESSON_COUNT)} />}
      </div>
    </Card>
  );
}
