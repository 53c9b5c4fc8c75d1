import * as v from 'valibot';

/* What is done on a page, or happens around it, while a path is walked by hand. */

const answer = v.object({
  status: v.number(),
  headers: v.optional(v.record(v.string(), v.string())),
  /** The body as text; JSON of most. */
  body: v.optional(v.string()),
});

/** An answer of the server; null if the network gives none. */
export const answered = v.nullable(answer);

export const act = v.variant('do', [
  /** Of several controls of one name, the number says which, from 0. */
  v.object({ do: v.literal('press'), name: v.string(), number: v.number() }),
  /** Afterwards the field holds this text. */
  v.object({ do: v.literal('fill'), field: v.string(), text: v.string() }),
  v.object({ do: v.literal('choose'), field: v.string(), option: v.string() }),
  v.object({ do: v.literal('key'), key: v.string() }),
  /** A step in the browser's history: -1 is back. */
  v.object({ do: v.literal('go'), steps: v.number() }),
  /** Answers the oldest waiting call: `GET /section/list/`. */
  v.object({ do: v.literal('answer'), call: v.string(), answer: answered }),
  v.object({ do: v.literal('connect') }),
  v.object({ do: v.literal('disconnect') }),
  /** A message of the live channel, as text. */
  v.object({ do: v.literal('say'), message: v.string() }),
  /** Time passes, in milliseconds. */
  v.object({ do: v.literal('pass'), time: v.number() }),
  v.object({ do: v.literal('network'), isOnline: v.boolean() }),
  v.object({ do: v.literal('tab'), isShown: v.boolean() }),
  /** The page goes to another address without being loaded again. */
  v.object({ do: v.literal('visit'), address: v.string() }),
  /** Another window has stored this, and the browser tells of some keys. */
  v.object({
    do: v.literal('store'),
    storage: v.record(v.string(), v.string()),
    changes: v.array(v.object({ key: v.string(), oldValue: v.nullable(v.string()), newValue: v.nullable(v.string()) })),
  }),
]);

export type Act = v.InferOutput<typeof act>;
export type Answered = v.InferOutput<typeof answered>;

/** Returns whether a person does it on the page. All else is one press in the tester's panel. */
export const isByHand = (one: Act): boolean => ['press', 'fill', 'choose', 'key', 'go'].includes(one.do);

const SHORT = 160;

/** A few characters that tell long data apart. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, '0').slice(-5);
}

/** Shortens data. What is cut off is told apart by its fingerprint. */
const short = (text: string) =>
  text.length <= SHORT ? text : `${text.slice(0, SHORT)}… (${text.length} characters, ${fingerprint(text)})`;

const lengthOf = (time: number) =>
  time < 1_000 ? `${time} ms` : time % 60_000 === 0 ? `${time / 60_000} min` : `${time / 1_000} s`;

const ordinals = ['', 'second ', 'third ', 'fourth ', 'fifth '];

function answerInWords(call: string, answer: Answered): string {
  if (answer === null) return `Let ${call} get no answer.`;
  const { status, headers = {}, body } = answer;
  const extra = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`Answer ${call} with ${[status, ...extra].join(', ')}`, ...(body ? [short(body)] : [])].join(': ');
}

/** Returns the sentence that a document prints and the panel's button says. */
export function actInWords(one: Act): string {
  switch (one.do) {
    case 'press':
      return `Press the ${ordinals[one.number] ?? `${one.number + 1}th `}“${one.name}”.`.replace('the “', '“');
    case 'fill':
      return one.text === '' ? `Empty “${one.field}”.` : `Let “${one.field}” hold “${short(one.text)}”.`;
    case 'choose':
      return `Choose “${one.option}” in “${one.field}”.`;
    case 'key':
      return `Press the key ${one.key}.`;
    case 'go':
      return one.steps < 0 ? 'Go back in the browser.' : 'Go forward in the browser.';
    case 'answer':
      return answerInWords(one.call, one.answer);
    case 'connect':
      return 'Let the live channel connect.';
    case 'disconnect':
      return 'Let the live channel break.';
    case 'say':
      return `Live message: ${short(one.message)}`;
    case 'pass':
      return `Let ${lengthOf(one.time)} pass.`;
    case 'network':
      return one.isOnline ? 'Let the browser go online.' : 'Let the browser go offline.';
    case 'tab':
      return one.isShown ? 'Let the tab be shown.' : 'Let the tab be hidden.';
    case 'visit':
      return `Let the page go to ${one.address}.`;
    case 'store': {
      const told = one.changes
        .map(({ key, newValue }) => (newValue === null ? `removes ${key}` : `stores ${key}: ${short(newValue)}`))
        .join(', ');
      const left = Object.keys(one.storage).sort().join(', ') || 'nothing';
      return `Another window ${told}. Stored are then: ${left} (${fingerprint(JSON.stringify(one.storage))}).`;
    }
  }
}
