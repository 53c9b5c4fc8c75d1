import { barOn, controlNamed, controlsOn, dialogsOn, isDisabled, nameOf, sectionAt } from './look';
import type { Random } from './random';
import type { Tab } from './tab';
import { directory, otherTeacher, teachers } from './teachers';
import type { World } from './world';

/** How much more often than the rest of a page these are pressed, by their names. */
const weights: readonly (readonly [weight: number, patterns: readonly RegExp[]])[] = [
  [8, [/^Delete section$/, /^Delete for good$/, /^Delete detection$/, /^Add Selected Students$/, /^Start anyway$/]],
  [3, [/^Create section$/]],
  [40, [/^Undo$/]],
  [8, [/^Admit /, /^\d+ min$/, /^Sign in$/]],
  [12, [/^Seen:/, /^Dismiss:/]],
  [6, [/^Select/, /^Lesson report/, /^Check the list/]],
  [5, [/^Start Detection$/, /^Stop Detection$/, /^Invite$/, /^\d+ waiting$/]],
  [3, [/^Dismissed/, /^Dismiss/, /^Excuse$/, /^.* is back$/, /^Mark all seen/]],
  [3, [/^Create New Section/, /^Delete Section/, /^Delete lesson/, /^Save note/, /^Stop and log out/]],
  [8, [/^Algebra/, /^Botany/, /^Overview/]],
  [2, [/^Remove /, /^Show the screenshot/, /^\d+ new · show/, /^Manage Students/, /^Detection Logs/]],
  [0.8, [/^Account menu/]],
  [0.7, [/^Log out/, /^Cancel/, /^Close/, /^Logout$/, /^Change Password$/]],
  [0, [/^Save the file$/, /^Print$/, /^Save as CSV$/]],
  [0.05, [/^Register/, /^Forgot/, /^Or continue/, /^Create account/, /^Send instructions/, /^Back to Login/]],
  [0.05, [/^(Show|Hide) .*password$/, /^Skip to content/, /^VGL/, /^Vigil/, /^How detection works/]],
];

const weightOf = (name: string) =>
  weights.find(([, patterns]) => patterns.some((pattern) => pattern.test(name)))?.[0] ?? 1;

/** The names that have a weight of their own. */
export const weighedNames = weights.flatMap(([, patterns]) => patterns);

/** By these the teacher leaves, or does not after all. */
const leaves = /^(Logout|Log out|Stop and log out|Log out, keep it running|Log out without waiting)$/;
const stays = /^(Stay logged in|Cancel|Close)$/;

const isField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  (element.tagName === 'INPUT' && !/^(checkbox|radio|file|hidden)$/.test(element.getAttribute('type') ?? '')) ||
  element.tagName === 'TEXTAREA';

const isSelect = (element: Element): element is HTMLSelectElement => element.tagName === 'SELECT';

/** The teacher at a tab: presses, types, hovers and moves on with what is visible and enabled. */
export class Teacher {
  readonly #random: Random;
  #typed = 0;

  constructor(
    readonly world: World,
    random: Random,
  ) {
    this.#random = random;
  }

  /** Does one thing. */
  async act(tab: Tab): Promise<void> {
    const { page } = tab;
    const found = controlsOn(page);
    if (found.length === 0) return;
    const control = this.#random.weighted(found, (element) => weightOf(nameOf(element)));
    const name = nameOf(control);
    const how = this.#random.next();
    if (how < 0.06) return this.do(tab, `moves the pointer over “${name}”`, () => page.user.hover(control));
    if (how < 0.09) return this.do(tab, 'presses Escape', () => page.user.keyboard('{Escape}'));
    if (how < 0.11) return this.do(tab, 'presses Tab', () => page.user.tab());
    if (isField(control)) return this.do(tab, `types into “${name}”`, () => this.#type(tab, control));
    if (isSelect(control)) {
      const options = [...control.options].map(({ value }) => value);
      const value = this.#random.pick(options);
      return this.do(tab, `chooses “${value}” of “${name}”`, () => page.user.selectOptions(control, value));
    }
    const form = control.closest('form');
    if (control.getAttribute('type') === 'submit' && form !== null && this.#random.chance(0.9)) {
      const fields = [...form.querySelectorAll('input, textarea')].filter(isField);
      for (const field of fields) await this.do(tab, `types into “${nameOf(field)}”`, () => this.#type(tab, field));
    }
    await this.press(tab, control, how < 0.25);
    // It is offered for a few seconds only.
    if (name !== 'Undo' && page.alive && this.#random.chance(0.4)) await this.pressIfThere(tab, 'Undo');
    if (how < 0.85) return;
    await this.world.wait(this.#random.pick([30, 100, 300, 1_000]));
    if (page.alive && control.isConnected) await this.press(tab, control);
  }

  /** @param byTouch with a finger; otherwise with the mouse, or with Enter */
  async press(tab: Tab, control: Element, byTouch = false): Promise<void> {
    const name = nameOf(control);
    const facts = this.world.factsOf(tab);
    const isLogout = dialogsOn(tab.page).some((title) => /still running|still being saved/.test(title));
    // The button that has just turned says what has happened.
    const isTurning = /^(Start|Stop) Detection$|^(Started|Stopped)$/.test(name) && !barOn(tab.page)?.isMoving;
    facts.pressedAfterTurn = isTurning ? this.world.clock.now - (facts.turned?.at ?? 0) : undefined;
    if (name === 'Undo' && control.isConnected && !isDisabled(control)) facts.undone.push(facts.takenBack);
    if (leaves.test(name)) facts.isLoggingOut = true;
    else if ((stays.test(name) && isLogout) || /^(Sign in|Start Detection)$/.test(name)) facts.isLoggingOut = false;
    await this.do(tab, `${byTouch ? 'taps' : 'presses'} “${name}”`, () =>
      byTouch ? tab.page.user.pointer({ keys: '[TouchA]', target: control }) : tab.page.user.click(control),
    );
  }

  async pressIfThere(tab: Tab, name: string): Promise<boolean> {
    const control = controlNamed(tab.page, name);
    if (control) await this.press(tab, control);
    return control !== undefined;
  }

  pressEscape(tab: Tab): Promise<void> {
    return this.do(tab, 'presses Escape', () => tab.page.user.keyboard('{Escape}'));
  }

  async do(tab: Tab, what: string, go: () => Promise<unknown>): Promise<void> {
    const facts = this.world.factsOf(tab);
    this.world.tell(`Tab ${tab.name}: the teacher ${what}`);
    facts.touchedAt = this.world.clock.now;
    facts.isActing = true;
    await go();
    await this.world.settle();
    facts.isActing = false;
  }

  /** Signs out, and the other teacher takes the seat. */
  async change(tab: Tab): Promise<void> {
    const { page } = tab;
    const menu = controlsOn(page).find((element) => nameOf(element).startsWith('Account menu'));
    if (menu === undefined) return;
    await this.press(tab, menu);
    await this.pressIfThere(tab, 'Logout');
    await this.pressIfThere(tab, 'Log out, keep it running');
    await this.pressIfThere(tab, 'Log out without waiting');
    this.#other = !this.#other;
    await this.pressIfThere(tab, 'Sign in');
  }
  #other = false;

  async #type(tab: Tab, field: HTMLInputElement | HTMLTextAreaElement): Promise<void> {
    const { user } = tab.page;
    // What was typed before may have taken it away.
    if (!field.isConnected || field.readOnly || field.disabled) return;
    const text = this.#textFor(tab, field);
    await user.clear(field);
    // The confirmation of an empty password. The library refuses to type nothing.
    if (text === '') return;
    if (field.type === 'search' || this.#random.chance(0.1)) await user.type(field, text);
    else await user.click(field).then(() => user.paste(text));
  }

  #textFor(tab: Tab, field: HTMLInputElement | HTMLTextAreaElement): string {
    const { backend, storage } = this.world;
    const signedIn = backend.signInOf(storage.get('accessToken'))?.teacher;
    const who = signedIn ?? (this.#other ? otherTeacher('Noor') : 'Noor');
    this.#typed += 1;
    switch (field.name) {
      case 'email':
        return teachers[who].email;
      case 'password':
      case 'old_password':
        return this.#random.chance(0.9) ? backend.passwords[who] : 'not-the-password';
      case 'new_password':
        return `another-secret-${backend.passwords[who]}`.slice(-30);
      case 'confirm_password':
        return tab.page.document.querySelector<HTMLInputElement>('[name=new_password]')?.value ?? '';
      case 'name':
        return `${teachers[who].sections} ${this.#typed + 2}`;
      case 'subject':
        return teachers[who].subject;
      case 'number':
        return this.#random.pick(['7', ...(backend.sections.get(sectionAt(tab.path) ?? 0)?.door?.numbers() ?? [])]);
      case 'q':
        return this.#random.pick(['students', 'mil', 'a']);
    }
    if (field.tagName === 'TEXTAREA' && dialogsOn(tab.page).some((title) => title.includes('list of students')))
      return [...directory.map(({ email }) => email), 'nobody@students.example'].join('\n');
    return `The lamp ${this.#typed}`;
  }
}
