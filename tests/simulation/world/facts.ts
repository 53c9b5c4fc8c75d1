import { announcedOn, type Badge, barOn, bodyText, failuresOn, sectionAt } from './look';
import { type Call, type CallKind, isWrite } from './network';
import type { Page } from './tab';
import type { TeacherName } from './teachers';

/** Something that the teacher had the backend do. */
export interface Write {
  kind: CallKind;
  section: number | undefined;
  /** An answer has come, or none will. */
  over: boolean;
  /** The page was given a reason to say that it was done. */
  mayHaveSucceeded: boolean;
  mayHaveFailed: boolean;
  /** It was refused with 401, or nothing came back, and may be sent once more. */
  rejected: boolean;
  told: boolean;
  /** The session has ended, so that nobody is owed an answer. */
  excused: boolean;
}

/** How a success is told, by kind. Typed again, not taken from the product. Sections have the names that the teacher types. */
const successes = new Map<CallKind, RegExp>([
  ['create', /Section created successfully!|^(Algebra|Botany) \d+ was created\./],
  ['delete', /^(Algebra|Botany) \d+ was deleted\./],
  ['add', /Students added successfully!|students? (was|were) added/],
  ['remove', /removed from/],
  ['start', /Detection was started/],
  ['stop', /Detection was stopped/],
  ['review', /^Saved\.|\d+ reviews? (was|were) saved|Your review in .* was saved/],
  // A partial failure implies that the others were deleted.
  [
    'discard',
    /The detection was deleted|\d+ detections? (was|were) deleted|\d+ of \d+ detections could not be deleted/,
  ],
  ['password', /Password changed(\.| successfully!)|Your password was changed/],
  ['deleteLesson', /A lesson in .* was deleted/],
]);

/** Their success shows in the badge, in the logs or in who attends, which are compared at rest; words are not owed. */
const shown: readonly CallKind[] = [
  ...(['start', 'stop', 'review', 'invite', 'excuse', 'endExcuse'] as const),
  ...(['admit', 'admitNumber', 'refuse', 'refuseWaiting'] as const),
];
const isShown = (kind: CallKind) => shown.includes(kind);

/** Sent again until an answer comes. */
const repeated: readonly CallKind[] = [
  ...(['review', 'excuse', 'endExcuse', 'admit', 'admitNumber', 'refuse', 'refuseWaiting'] as const),
];
const isRepeated = (kind: CallKind) => repeated.includes(kind);

const isBadge = (badge: Badge) => (page: Page, section: number | undefined) =>
  sectionAt(page.tab.path) === section && barOn(page)?.badge === badge;

/** Returns whether the page shows the effect of a write. A live message may show it though the answer is lost. */
const effects = new Map<CallKind, (page: Page, section: number | undefined, path: string) => boolean>([
  ['start', isBadge('active')],
  ['stop', isBadge('inactive')],
  [
    'deleteLesson',
    (page, section, path) =>
      page.tab.path === path.replace(/.*\/(\d+)\/$/, `/sections/${section}/lessons/$1`) &&
      bodyText(page).includes('This lesson does not exist'),
  ],
]);

const isTakenBack = ({ body }: Call) =>
  typeof body === 'object' && body !== null && Reflect.get(body, 'state') === null;

const isOfRecord = (kind: CallKind) => kind === 'discard' || kind === 'deleteLesson';

/** What the world has seen of one load of the product: what the rules judge by. */
export class Facts {
  /** Whose sign-in the page has last heard of: by its own doing, by a storage event, or by being shown. */
  heard: { teacher: TeacherName | null; access: string | null } = { teacher: null, access: null };
  wasSignedIn = false;
  /** The teacher has pressed Logout here, and has not signed in since. */
  isLoggingOut = false;
  /** The teacher is doing something on this page at this moment. */
  isActing = false;
  /** When the teacher did something on this page last. */
  touchedAt: number;
  dialogs: string[] = [];
  /** When the button that starts and stops turned into its opposite last, and the badge beside it since then. */
  turned: { at: number; section: number | undefined; badge: Badge } | undefined;
  /** How long after that the teacher pressed the button, which was at rest; undefined once something else was done. */
  pressedAfterTurn: number | undefined;
  /** How many reviews were sent that take one back, in all and when Undo was pressed each time. */
  takenBack = 0;
  undone: number[] = [];
  readonly writes: Write[] = [];
  /** How often a success was told, by kind. */
  readonly tellings = new Map<CallKind, number>();
  /** By section, whether detection is active as the page was told last, when the backend itself said so, and when the page heard it. */
  readonly told = new Map<number, { isActive: boolean; at: number; heardAt: number }>();
  /** Sections whose poll was refused for its token. The page asks again, and counts that as asked the first time. */
  readonly askedAgain = new Set<number>();
  readonly #announced = new WeakMap<Element, string>();

  /** When it was opened, or last thawed. */
  awakeAt: number;

  constructor(readonly page: Page) {
    this.awakeAt = page.browser.clock.now;
    this.touchedAt = page.browser.clock.now;
  }

  writeSent(call: Call): void {
    if (!isWrite(call)) return;
    const { kind, section } = call;
    if (kind === 'review' && isTakenBack(call)) this.takenBack += 1;
    const again = this.writes.find((one) => one.rejected && one.kind === kind && one.section === section);
    const write = { kind, section, over: false, mayHaveSucceeded: false, mayHaveFailed: false };
    if (again) Object.assign(again, write, { rejected: false, told: false });
    else this.writes.push({ ...write, rejected: false, told: false, excused: false });
  }

  /** @param status null when nothing came back */
  writeEnded(call: Call, status: number | null): void {
    const write = this.writes.find(
      ({ kind, section, over }) => !over && kind === call.kind && section === call.section,
    );
    if (write === undefined) return;
    const isGood = status !== null && status < 300;
    write.over = true;
    write.rejected = status === 401 || (status === null && isRepeated(call.kind));
    // A section that is no longer in the list counts as deleted, whatever the answer was. So does a record that is not found.
    write.mayHaveSucceeded = isGood || call.kind === 'delete' || (status === 404 && isOfRecord(call.kind));
    write.mayHaveFailed = !isGood || call.fate?.type === 'nonsense';
    const isTold = isGood ? isShown(call.kind) : effects.get(call.kind)?.(this.page, call.section, call.path);
    if (isTold) write.told = true;
    // Two failures in a row may be told in the same words, which changes nothing on the page.
    this.page.changed = true;
  }

  /** The session of this page has ended. */
  excuse(): void {
    for (const write of this.writes) write.excused = true;
    this.undone = [];
  }

  /** Takes note of the button that starts and stops. */
  watchButton(): void {
    const badge = barOn(this.page)?.badge ?? 'unknown';
    const section = sectionAt(this.page.tab.path);
    const { turned } = this;
    if (badge === turned?.badge && section === turned.section) return;
    const isOpposite = section === turned?.section && badge !== 'unknown' && turned?.badge !== 'unknown';
    this.turned = { at: isOpposite ? this.page.browser.clock.now : 0, section, badge };
  }

  /** Takes note of what the page announces. */
  listen(): void {
    const announced = announcedOn(this.page);
    for (const { region, text } of announced) {
      if (this.#announced.get(region) === text) continue;
      this.#announced.set(region, text);
      for (const [kind, success] of successes)
        if (success.test(text)) this.tellings.set(kind, (this.tellings.get(kind) ?? 0) + 1);
    }
    const open = this.writes.filter(({ over, told }) => over && !told);
    if (open.length === 0) return;
    const hasFailures = failuresOn(this.page).length > 0;
    for (const write of open) {
      const isSuccess = write.mayHaveSucceeded && announced.some(({ text }) => successes.get(write.kind)?.test(text));
      write.told = isSuccess || (write.mayHaveFailed && hasFailures);
    }
  }
}
