import type { Language } from '@vigil/languages';
import * as attendApi from './attendApi';
import type { CallListeners, openCallSocket } from './callSocket';
import { newToken, randomId } from './randomId';
import type { Receipts } from './receipts';
import type { TabLock } from './tabLock';
import type { Ticket, Tickets } from './tabStorage';
import type {
  Answer,
  Beat,
  Kept,
  KeptReceipt,
  KnockAs,
  Lesson,
  Linked,
  Opened,
  PastPeriod,
  Receipt,
  Told,
} from './types';

export interface SeatWorld {
  tickets: Tickets;
  /** Those of the browser. */
  seats: Tickets;
  tabLock: TabLock;
  receipts: Receipts;
  openSocket: typeof openCallSocket;
  /** In which the student reads. */
  language(): Language;
}

/** The student's seat in a lesson, and all that is asked for it or in it. Token and link are known here alone. */
export interface Seat {
  /** Id of the ticket, which is no secret. @throws if the student has not joined */
  id(): string;
  /** Returns the ticket that the tab has stored, without its token, and continues with it. */
  recall(): Promise<Omit<Ticket, 'token'> | null>;
  /** Takes the secret of a mailed link or a badge, until it is used or turned down; null drops it. */
  takeLink(secret: string | null): void;
  /** Takes the lesson for this tab. Resolves to whether no other tab has it; `seize` takes it away from another one. */
  claim(seize: boolean): Promise<boolean>;
  /** Takes the lesson as soon as the other tab is closed. */
  wait(signal: AbortSignal): Promise<void>;
  /** Calls back when another tab takes the lesson, until it is stopped. */
  watch(lost: () => void): () => void;
  openDoor(code: string, signal: AbortSignal): Promise<Opened>;
  /** Asks whose link or badge it is. */
  openLink(signal: AbortSignal): Promise<Linked>;
  /** Uses the link up. */
  redeemLink(name: string, signal: AbortSignal): Promise<void>;
  knock(asked: { code: string; as: KnockAs; name: string }, signal: AbortSignal): Promise<void>;
  sendHeartbeat(
    said: { told: Told; reason: string; pictures: boolean; past: PastPeriod[] },
    signal: AbortSignal,
  ): Promise<Beat & { epoch: string }>;
  /** Listens for the server's calls. Call the result to stop. */
  listen(listeners: CallListeners): () => void;
  sendReports(events: attendApi.SentReport[], signal: AbortSignal): Promise<Map<string, attendApi.Outcome>>;
  sendLeave(signal: AbortSignal): Promise<void>;
  fetchReceipt(signal: AbortSignal): Promise<Receipt>;
  sendAnswer(answer: { logId: string; text: string }, signal: AbortSignal): Promise<Answer>;
  keepChoices(kept: Kept): void;
  /** Lets this browser read the lesson's receipt later, also if the student leaves or is turned away. */
  keepReceipt(lesson: Lesson): void;
  /** The lessons whose receipts this browser can read, the latest first. */
  receipts(): KeptReceipt[];
  /** Continues with the seat of an earlier lesson, to read its receipt. */
  takeReceipt(id: string): void;
  dropReceipt(id: string): void;
  /** Clears what is stored of the seat, and leaves it to other tabs. */
  forget(): void;
}

/** A student's choices before they were asked. */
const unchosen = { choice: null, pictures: false, pause: null, cameraId: null } satisfies Kept;

export function createSeat({ tickets, seats, tabLock, receipts, openSocket, language }: SeatWorld): Seat {
  let ticket: Ticket | null = null;
  let link: string | null = null;
  /** The seat that is asked for, and what with. */
  let asked: { by: string; ticket: Ticket } | null = null;

  const keep = (next: Ticket | null) => {
    ticket = next;
    tickets.store(next);
  };
  const owned = (): Ticket => {
    if (ticket === null) throw new Error('There is no ticket');
    return ticket;
  };
  /** @throws if there is no link */
  const secret = (): string => {
    if (link === null) throw new Error('There is no link');
    return link;
  };
  /**
   * Asks for a seat. The token is made and kept before anything is sent, and a repeated request has the same one: an answer that is lost, or
   * a page that is closed meanwhile, costs neither the seat nor the link.
   * @param by what is asked with
   * @param call returns the token of the seat
   */
  const enter = async (
    by: string,
    { name, code }: Pick<Ticket, 'name' | 'code'>,
    call: (token: string) => Promise<string>,
  ) => {
    if (asked?.by !== by) {
      const ticket = { ...unchosen, id: randomId(), token: newToken(), name, code };
      asked = { by, ticket };
    }
    const { ticket } = asked;
    seats.store({ ...ticket, name: '' });
    const mine = { ...ticket, token: await call(ticket.token) };
    seats.store({ ...mine, name: '' });
    asked = null;
    await tabLock.claim(mine.id, false);
    keep(mine);
  };
  /** Another tab may have taken another seat since. */
  const forgetSeat = async (own: Ticket | null) => {
    if ((await seats.read())?.id === own?.id) seats.store(null);
  };
  /** Takes the browser's seat if the server says that it is one. */
  const askWithSeat = async <T extends Opened>(ask: (token: string | undefined) => Promise<T>): Promise<T> => {
    const kept = await seats.read();
    const opened = await ask(kept?.token);
    if (opened.seat === null) seats.store(null);
    else if (kept !== null) ticket = { ...kept, name: opened.seat };
    return opened;
  };

  return {
    id: () => owned().id,
    async recall() {
      const stored = await tickets.read();
      if (stored === null) return null;
      ticket = stored;
      const { token: _, ...shown } = stored;
      return shown;
    },
    takeLink(secret) {
      link = secret;
    },
    async claim(seize) {
      const mine = owned();
      let isHeld = true;
      try {
        isHeld = await tabLock.claim(mine.id, seize);
      } finally {
        if (isHeld) keep(mine);
      }
      return isHeld;
    },
    async wait(signal) {
      const mine = owned();
      await tabLock.wait(mine.id, signal);
      keep(mine);
    },
    watch: tabLock.watch,
    openDoor: (code, signal) => askWithSeat((token) => attendApi.openDoor(code, token, signal)),
    openLink: (signal) => askWithSeat((token) => attendApi.openLink(secret(), token, signal)),
    async redeemLink(name, signal) {
      const used = secret();
      await enter(used, { name, code: '' }, (token) => attendApi.redeemLink(used, token, signal));
      link = null;
    },
    knock: ({ code, as, name }, signal) =>
      enter(JSON.stringify([code, as]), { name, code }, (token) => attendApi.knock(code, as, token, signal)),
    sendHeartbeat: async (said, signal) =>
      attendApi.sendHeartbeat(owned().token, { ...said, language: language() }, signal),
    listen: (listeners) => openSocket(owned().token, listeners),
    sendReports: async (events, signal) => attendApi.sendReports(owned().token, events, signal),
    sendLeave: async (signal) => attendApi.sendLeave(owned().token, signal),
    fetchReceipt: async (signal) => attendApi.fetchReceipt(owned().token, signal),
    sendAnswer: async (answer, signal) => attendApi.sendAnswer(owned().token, answer, signal),
    keepChoices(kept) {
      if (ticket !== null) keep({ ...ticket, ...kept });
    },
    keepReceipt({ section, deletedBy = null }) {
      const { id, token } = owned();
      receipts.keep({ id, token, section, since: Date.now(), deletedBy });
    },
    receipts: receipts.list,
    takeReceipt(id) {
      const kept = receipts.find(id);
      if (kept !== undefined) ticket = { ...unchosen, id, token: kept.token, name: '', code: '' };
    },
    dropReceipt: receipts.drop,
    forget() {
      void forgetSeat(ticket);
      keep(null);
      tabLock.release();
    },
  };
}
