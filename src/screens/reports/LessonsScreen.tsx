import { useSelector } from '@xstate/react';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { SectionMark } from '../../components/SectionMark';
import { Bar, Skeleton } from '../../components/Skeleton';
import { StatusRegion } from '../../components/StatusRegion';
import { isFullTeacher } from '../../machines/students/sharing';
import { messages } from '../../messages';
import { sectionPath } from '../../paths';
import { useIsProjecting } from '../app/system';
import { usePageHeading } from '../app/usePageHeading';
import { areLogsAwaited, keepsLessons, selectKnownLessons, selectLessonsProblem } from '../records/useLessons';
import { SubstituteNote } from '../students/SubstituteNote';
import { useSectionPage } from '../triage/sectionPage';
import { LessonList } from './LessonList';
import { SaveRegisters } from './SaveRegisters';

const { lessons: words, lessonReport: reportWords, logs: logsWords } = messages;

/** `/sections/{sectionId}/lessons`: every lesson of the section, newest first. */
export function LessonsScreen() {
  const { section, lessons: lessonsActor, logs } = useSectionPage();
  const heading = usePageHeading(words.title);
  const projecting = useIsProjecting();
  const absent = !useSelector(lessonsActor, keepsLessons);
  const lessons = useSelector(lessonsActor, selectKnownLessons);
  const problem = useSelector(lessonsActor, selectLessonsProblem);
  // Each row counts its detections.
  const awaitsLogs = useSelector(logs, areLogsAwaited);
  const loading = !absent && (lessons === null ? problem === null : awaitsLogs);
  const shown = absent || loading ? null : lessons;
  const isEmpty = absent || shown?.length === 0;

  return (
    <>
      <PageHeading
        ref={heading}
        mark={<SectionMark id={section.id} />}
        lead={<span className="wrap-anywhere">{section.name}</span>}
        actions={<ButtonLink to={sectionPath(section.id)}>{logsWords.backToSection}</ButtonLink>}
      >
        {words.title}
      </PageHeading>
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => lessonsActor.send({ type: 'lessons.refresh' })}>
            {reportWords.retry}
          </Button>
        }
      >
        {!absent && problem?.sentence}
      </NoticeRegion>
      <SubstituteNote section={section} />
      {loading && (
        <Skeleton label={words.loading}>
          <Card className="flex min-h-dvh flex-col gap-6">
            {[1, 2, 3, 4].map((row) => (
              <div key={row} className="flex justify-between gap-6">
                <Bar className="h-5 w-56" />
                <Bar className="h-5 w-32" />
              </div>
            ))}
          </Card>
        </Skeleton>
      )}
      <StatusRegion>
        {isEmpty && (
          <EmptyState icon="lessons">
            {absent ? (
              reportWords.absent
            ) : (
              <>
                <span className="block">{isFullTeacher(section) ? words.none : words.noneOwn}</span>
                <span className="block">{words.noneHint}</span>
              </>
            )}
          </EmptyState>
        )}
      </StatusRegion>
      {shown !== null && shown.length > 0 && (
        <Card>
          <LessonList lessons={shown} />
        </Card>
      )}
      {shown !== null && shown.length > 0 && section.attendable === true && !projecting && (
        <SaveRegisters section={section} lessons={shown} />
      )}
    </>
  );
}
