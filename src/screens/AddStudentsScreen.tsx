import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { ActionRow } from '../components/ActionRow';
import { Badge } from '../components/Badge';
import { Button } from '../components/Button';
import { ButtonLink } from '../components/ButtonLink';
import { Card } from '../components/Card';
import { Dialog } from '../components/Dialog';
import { EmptyState } from '../components/EmptyState';
import { IconButton } from '../components/IconButton';
import { ItemList } from '../components/ItemList';
import { ListItem } from '../components/ListItem';
import { LoadingText } from '../components/LoadingText';
import { NoticeRegion } from '../components/NoticeRegion';
import { PageHeading } from '../components/PageHeading';
import { SearchField } from '../components/SearchField';
import { type rosterMachine, standingOf } from '../machines/rosterMachine';
import { messages } from '../messages';
import { sectionPath } from '../paths';
import { provideRoster } from '../system/rosterSystem';
import { useScreenActor } from './parts/system';
import { usePageHeading } from './parts/usePageHeading';
import { useSectionPage } from './SectionLayout';

const { roster: words, section: sectionWords } = messages;

type Roster = SnapshotFrom<typeof rosterMachine>;
const selectContext = ({ context }: Roster) => context;
const isSearching = (roster: Roster) => roster.matches({ search: 'searching' });
const isNobodyFound = (roster: Roster) => roster.matches({ search: 'nobodyFound' });
const isAdding = (roster: Roster) => roster.matches({ selection: 'adding' });
const isAsking = (roster: Roster) => !roster.matches({ removal: 'none' });
const isRemoving = (roster: Roster) => roster.matches({ removal: 'removing' });

/** `/sections/{sectionId}/add-students`: Manage Students. */
export function AddStudentsScreen() {
  const { section } = useSectionPage();
  const heading = usePageHeading(words.title);
  const roster = useScreenActor(provideRoster, { input: { section } });
  const context = useSelector(roster, selectContext);
  const { students, selected, results, query, leaving } = context;
  const searching = useSelector(roster, isSearching);
  const nobodyFound = useSelector(roster, isNobodyFound);
  const adding = useSelector(roster, isAdding);
  const asking = useSelector(roster, isAsking);
  const removing = useSelector(roster, isRemoving);

  return (
    <>
      <PageHeading
        ref={heading}
        lead={<span className="wrap-anywhere">{section.name}</span>}
        actions={<ButtonLink to={sectionPath(section.id)}>{words.backToSection}</ButtonLink>}
      >
        {words.title}
      </PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={words.addTitle}>
          <div className="flex flex-col gap-5">
            <SearchField
              label={words.search}
              name="q"
              hint={words.searchHint}
              onInput={(event) => roster.send({ type: 'query.change', query: event.currentTarget.value })}
            />
            <NoticeRegion kind="error">{context.searchProblem?.sentence}</NoticeRegion>
            <div role="status">
              {searching && <LoadingText>{words.searching}</LoadingText>}
              {nobodyFound && <p className="text-sm text-muted">{words.nobodyFound(query.trim())}</p>}
            </div>
            {results.length > 0 && (
              <ItemList label={words.results}>
                {results.map((student) => {
                  const standing = standingOf(context, student);
                  return (
                    <ListItem
                      key={student.id}
                      name={student.name}
                      detail={student.email}
                      action={
                        standing === 'selectable' ? (
                          <Button
                            variant="secondary"
                            aria-label={words.selectName(student.name)}
                            onClick={() => roster.send({ type: 'student.select', student })}
                          >
                            {words.select}
                          </Button>
                        ) : (
                          <Badge tone="green">{words[standing]}</Badge>
                        )
                      }
                    />
                  );
                })}
              </ItemList>
            )}
            <h3 className="font-semibold">{words.selection(selected.length)}</h3>
            {selected.length === 0 ? (
              <p className="text-sm text-muted">{words.nobodySelected}</p>
            ) : (
              <ItemList label={words.selection(selected.length)}>
                {selected.map((student) => (
                  <ListItem
                    key={student.id}
                    name={student.name}
                    detail={student.email}
                    action={
                      <IconButton
                        icon="close"
                        label={words.unselect(student.name)}
                        onClick={() => roster.send({ type: 'student.unselect', student })}
                      />
                    }
                  />
                ))}
              </ItemList>
            )}
            <Button
              busy={adding}
              aria-disabled={selected.length === 0}
              onClick={() => roster.send({ type: 'add.submit' })}
            >
              {adding ? words.adding : words.add}
            </Button>
          </div>
        </Card>
        <Card title={words.current(students.length)}>
          {students.length === 0 ? (
            <EmptyState icon="students">{sectionWords.noStudents}</EmptyState>
          ) : (
            <ItemList label={words.current(students.length)}>
              {students.map((student) => (
                <ListItem
                  key={student.id}
                  name={student.name}
                  detail={student.email}
                  action={
                    <Button
                      variant="quiet"
                      aria-label={words.removeName(student.name)}
                      onClick={() => roster.send({ type: 'remove.open', student })}
                    >
                      {words.remove}
                    </Button>
                  }
                />
              ))}
            </ItemList>
          )}
        </Card>
      </div>
      <Dialog open={asking} title={words.confirmTitle} onClose={() => roster.send({ type: 'remove.cancel' })}>
        <p className="mb-3">{words.confirm}</p>
        {leaving && (
          <ItemList label={words.confirmTitle}>
            <ListItem name={leaving.name} detail={leaving.email} />
          </ItemList>
        )}
        <ActionRow>
          <Button variant="secondary" data-autofocus onClick={() => roster.send({ type: 'remove.cancel' })}>
            {words.cancel}
          </Button>
          <Button variant="danger" busy={removing} onClick={() => roster.send({ type: 'remove.confirm' })}>
            {removing ? words.removing : words.remove}
          </Button>
        </ActionRow>
      </Dialog>
    </>
  );
}
