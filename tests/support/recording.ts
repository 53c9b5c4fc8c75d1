import type { Act, Answered } from '../../src/recorder/tester/act';
import { changesOf, controlAt, linesOf, nameOf, numberOf } from '../../src/recorder/tester/page';
import type { RecordedPath, WalkablePath } from '../../src/recorder/tester/recordedPath';

/*
 * Writes down what a walk does on the page, so that a person can do the same: presses and typing are heard from the
 * document, all else is told by the support files that cause it.
 */

let current: PathRecording | undefined;

/** Notes what happens around the page, if a walk is recorded. */
export const record = (act: Act) => current?.add(act);

/** Notes an answer that was given at once. */
export const recordAnswer = (call: string, answered: Answered) => current?.addAnswer(call, answered);

/** Whether a walk is recorded. */
export const isRecording = () => current !== undefined;

/** Notes why nobody can walk the path by hand. */
export const recordNotByHand = (why: string) => current?.notByHand(why);

/** Notes the page that a test opens. */
export const recordStart = (address: string) => current?.begin(address);

/** Ends the recording. */
export function endRecording() {
  current = undefined;
}

/** One path as it is walked. */
class PathRecording {
  readonly #start: WalkablePath['start'] = { address: '', storage: {}, now: 0, answers: {}, acts: [], see: [] };
  readonly #steps: WalkablePath['steps'] = [];
  #acts: Act[] = this.#start.acts;
  #lines: string[] = [];
  #isPaused = false;
  #notByHand: string | undefined;
  #unseen: string | undefined;

  add(act: Act) {
    if (this.#isPaused) return;
    if (act.do === 'press' && act.number < 0) this.#unseen ??= act.name;
    const last = this.#acts.at(-1);
    if (act.do === 'pass' && last?.do === 'pass') last.time += act.time;
    // In a browser both are told at once.
    else if (act.do === 'store' && last?.do === 'store' && JSON.stringify(last.storage) === JSON.stringify(act.storage))
      last.changes.push(...act.changes);
    else if (act.do === 'fill' && last?.do === 'fill' && last.field === act.field) last.text = act.text;
    else if (act.do !== 'pass' || act.time > 0) this.#acts.push(act);
  }

  addAnswer(call: string, answered: Answered) {
    this.#start.answers[call] = [...(this.#start.answers[call] ?? []), answered];
  }

  begin(address: string) {
    Object.assign(this.#start, { address, storage: { ...localStorage }, now: Date.now() });
  }

  /** The chart is at its start. */
  opened() {
    if (this.#start.address === '') this.notByHand('the students’ page has no panel');
    this.#refuseUnseen();
    this.#lines = linesOf(document);
    this.#start.see = this.#lines;
  }

  #refuseUnseen() {
    if (this.#unseen !== undefined) throw new Error(`The walk presses “${this.#unseen}”, which nobody can see`);
  }

  /** A step begins. */
  step() {
    this.#acts = [];
    this.#lines = linesOf(document);
  }

  /** A step has been taken, by the screen or without it. */
  stepped() {
    this.#refuseUnseen();
    const lines = linesOf(document);
    this.#steps.push({ acts: this.#acts, see: changesOf(this.#lines, lines) });
    if (this.#acts.length === 0) this.notByHand('what happens in a step is neither pressed nor told to the page');
  }

  /** What an assertion does on the page is no step. */
  async beside(assertion: () => unknown) {
    this.#isPaused = true;
    await assertion();
    this.#isPaused = false;
  }

  notByHand(why: string) {
    this.#notByHand ??= why;
  }

  end(id: string, name: string): RecordedPath {
    const start = this.#start;
    // Of an answer that stays the same, one is enough.
    for (const [call, answers] of Object.entries(start.answers)) {
      const last = JSON.stringify(answers.at(-1));
      const place = answers.findLastIndex((one) => JSON.stringify(one) !== last);
      start.answers[call] = answers.slice(0, place + 2);
    }
    if (this.#steps.every(({ see }) => see.come.length + see.gone.length === 0)) this.notByHand('it shows nothing');
    const notByHand = this.#notByHand;
    return notByHand === undefined ? { id, name, start, steps: this.#steps } : { id, name, notByHand };
  }
}

/** Starts to record a path. */
export function startRecording(): PathRecording {
  listen();
  current = new PathRecording();
  return current;
}

let isListening = false;

function listen() {
  if (isListening) return;
  isListening = true;
  const hear = <Type extends keyof WindowEventMap>(
    type: Type,
    handle: (event: WindowEventMap[Type], at: Element) => void,
  ) =>
    window.addEventListener(type, (event) => event.target instanceof Element && handle(event, event.target), {
      capture: true,
    });

  hear('click', (_, at) => {
    const control = controlAt(at);
    // Where something is typed or chosen, the press is nothing by itself.
    if (control === null || control.matches('textarea, select') || isTypedInto(control)) return;
    record({ do: 'press', name: nameOf(control), number: numberOf(control) });
  });
  /** A change that only confirms what was typed is no act of its own. */
  const lastTexts = new WeakMap<Element, string>();
  const typed = (_: Event, at: Element) => {
    if (!(at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && isTypedInto(at)))) return;
    if (lastTexts.get(at) !== at.value) record({ do: 'fill', field: nameOf(at), text: at.value });
    lastTexts.set(at, at.value);
  };
  hear('input', typed);
  hear('change', (event, at) => {
    typed(event, at);
    if (at instanceof HTMLSelectElement)
      record({ do: 'choose', field: nameOf(at), option: at.selectedOptions[0]?.textContent?.trim() ?? '' });
  });
  hear('keydown', ({ key }) => {
    if (key.length > 1) record({ do: 'key', key });
  });
}

const isTypedInto = (control: Element) =>
  control instanceof HTMLInputElement &&
  !['checkbox', 'radio', 'button', 'submit', 'file', 'range'].includes(control.type);
