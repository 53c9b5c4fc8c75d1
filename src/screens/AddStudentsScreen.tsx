import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { ActionRow } from '../components/ActionRow';
import { Button } from '../components/Button';
import { ButtonLink } from '../components/ButtonLink';
import { Card } from '../components/Card';
import { Chip, ChipList } from '../components/Chip';
import { Dialog } from '../components/Dialog';
import { EmptyState } from '../components/EmptyState';
import { ItemList } from '../components/ItemList';
import { CheckItem, ListItem } from '../components/ListItem';
import { NoticeRegion } from '../components/NoticeRegion';
import { PageHeading } from '../components/PageHeading';
import { SearchField } from '../components/SearchField';
import { SectionMark } from '../components/SectionMark';
import { SelectionBar } from '../components/SelectionBar';
import { Spinner } from '../components/Spinner';
import { useKeptFocus } from '../components/useKeptFocus';
import { type rosterMachine, selectableOf, selectShown, shortfallOf, standingOf } from '../machines/rosterMachine';
import { messages } from '../messages';
import { sectionPath } from '../paths';
import { providePaste } from '../system/pasteSystem';
import { provideRoster } from '../system/rosterSystem';
import { PasteDialog } from './parts/PasteDialog';
import { useSectionHeading, useSectionPage } from './parts/sectionPage';
import { useScreenActor } from './parts/system';

const { roster: words, section: sectionWords, paste: pasteWords } = messages;

type Roster = SnapshotFrom<typeof rosterMachine>;
const selectContext = ({ context }: Roster) => context;
const isSearching = (roster: Roster) => roster.matches({ search: 'searching' });
const isFound = (roster: Roster) => roster.matches({ search: 'found' });
const isNobodyFound = (roster: Roster) => roster.matches({ search: 'nobodyFound' });
const isAdding = (roster: Roster) => roster.matches({ selection: 'adding' });
const isAsking = (roster: Roster) => !roster.matches({ removal: 'none' });
const isRemoving = (roster: Roster) => roster.matches({ removal: 'removing' });

/** `/sections/{sectionId}/add-students`: Manage Students. */
export function AddStudentsScreen() {
  const { section } = useSectionPage();
  const heading = useSectionHeading(words.title);
  const roster = useScreenActor(provideRoster, { input: { section } });
  const paste = useScreenActor(providePaste, { input: { sectionId: section.id } });
  const context = useSelector(roster, selectContext);
  const { students, selected, results, query, leaving } = context;
  const searching = useSelector(roster, isSearching);
  const found = useSelector(roster, isFound);
  const nobodyFound = useSelector(roster, isNobodyFound);
  const adding = useSelector(roster, isAdding);
  const asking = useSelector(roster, isAsking);
  const removing = useSelector(roster, isRemoving);
  const selectionFocus = useKeptFocus<HTMLElement>();
  const currentFocus = useKeptFocus<HTMLElement>();

  return (
    <>
      <PageHeading
        ref={heading}
        mark={<SectionMark id={section.id} />}
        lead={<span className="wrap-anywhere">{section.name}</span>}
        actions={<ButtonLink to={sectionPath(section.id)}>{words.backToSection}</ButtonLink>}
      >
        {words.title}
      </PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card
          title={words.addTitle}
          actions={
            <Button variant="secondary" onClick={() => paste.send({ type: 'paste.open' })}>
              {pasteWords.open}
            </Button>
          }
        >
          <div className="flex flex-col gap-5">
            <SearchField
              label={words.search}
              name="q"
              hint={words.searchHint}
              onInput={(event) => roster.send({ type: 'query.change', query: event.currentTarget.value })}
            />
            <NoticeRegion kind="error">{context.searchProblem?.sentence}</NoticeRegion>
            <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
              <div role="status">
                {searching && (
                  <p className="flex items-center gap-3 text-sm text-muted">
                    <Spinner />
                    {words.searching}
                  </p>
                )}
                {nobodyFound && <p className="text-sm text-muted">{words.nobodyFound(query.trim())}</p>}
                {found && <p className="text-sm text-muted">{selectShown(context)}</p>}
              </div>
              {found && (
                <Button
                  variant="secondary"
                  aria-disabled={selectableOf(context, results).length === 0}
                  onClick={() => roster.send({ type: 'students.select', students: results })}
                >
                  {words.selectShown(results.length)}
                </Button>
              )}
            </div>
            {found && (
              <ItemList label={words.results}>
                {results.map((student) => {
                  const standing = standingOf(context, student);
                  return (
                    <CheckItem
                      key={student.id}
                      name={student.name}
                      detail={student.email}
                      label={words.selectName(student.name)}
                      checked={standing !== 'selectable'}
                      inert={standing === 'enrolled'}
                      onToggle={() =>
                        roster.send({ type: standing === 'selected' ? 'student.unselect' : 'student.select', student })
                      }
                      badge={
                        standing === 'enrolled' && <span className="shrink-0 text-xs text-green">{words.enrolled}</span>
                      }
                    />
                  );
                })}
              </ItemList>
            )}
          </div>
        </Card>
        <Card {...currentFocus.region} title={words.current(students.length)}>
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
                      title={student.email}
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
      <SelectionBar
        {...selectionFocus.region}
        title={words.selection(selected.length)}
        action={
          <Button
            busy={adding}
            aria-disabled={selected.length === 0}
            onClick={() => roster.send({ type: 'add.submit' })}
          >
            {adding ? words.adding : words.add}
          </Button>
        }
      >
        <NoticeRegion kind="error">{shortfallOf(context)}</NoticeRegion>
        {selected.length === 0 ? (
          <p className="text-sm text-muted">{words.nobodySelected}</p>
        ) : (
          <ChipList label={words.selection(selected.length)}>
            {selected.map((student) => (
              <Chip
                key={student.id}
                name={student.name}
                detail={student.email}
                removeLabel={words.unselect(student.name)}
                onRemove={() => roster.send({ type: 'student.unselect', student })}
              />
            ))}
          </ChipList>
        )}
      </SelectionBar>
      <PasteDialog paste={paste} roster={roster} />
      <Dialog
        open={asking}
        title={words.confirmTitle}
        onClose={() => roster.send({ type: 'remove.cancel' })}
        onClosed={currentFocus.settle}
      >
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
