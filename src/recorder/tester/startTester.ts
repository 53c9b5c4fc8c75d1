import { startLocalInspector } from '../localInspector';
import { type Act, actInWords } from './act';
import { standInForChannel, watchChannel } from './channel';
import { takeOverNetwork } from './network';
import { controlNamed, fieldNamed, linesOf } from './page';
import { type PageMessage, readPanelMessage, TESTER_CHANNEL, type TestedPage } from './protocol';
import { findPath } from './recordedPath';
import {
  everyMoment,
  setOnline,
  setShown,
  storeElsewhere,
  takeOverClock,
  takeOverStorage,
  visit,
} from './surroundings';

/**
 * Hands what is around the page to the tester's panel: the server's answers, the live channel, the clock, the browser.
 * Opened for a path, the page starts as its walk did: with that storage and that hour, and nothing reaches the server.
 *
 * @param wanted the value of `?tester`: a path's id, or empty
 * @returns the inspector for every root actor
 */
export async function startTester(wanted: string): Promise<ReturnType<typeof startLocalInspector>> {
  const path = wanted === '' ? undefined : await findPath(wanted);
  if (wanted !== '' && path === undefined) console.error(`There is no path ${wanted}. Was it renamed with its edge?`);
  const network = takeOverNetwork(path?.start.answers ?? null);
  const channel = path === undefined ? watchChannel() : standInForChannel();
  const pass = takeOverClock(path?.start.now ?? null);
  if (path !== undefined) {
    takeOverStorage(path.start.storage);
    window.history.replaceState(null, '', path.start.address);
  }

  const page = Math.random().toString(36).slice(2, 6);
  const panel = new BroadcastChannel(TESTER_CHANNEL);
  const post = (message: PageMessage) => panel.postMessage(message);

  let isPassing = false;
  const letPass = async (time: number) => {
    isPassing = true;
    // A timer of the page may throw.
    await pass(time).finally(() => {
      isPassing = false;
    });
  };

  /** @throws a sentence if it cannot happen now */
  const perform = (act: Act) => {
    switch (act.do) {
      case 'answer':
        return network.answer(act.call, act.answer);
      case 'connect':
        return channel.connect();
      case 'disconnect':
        return channel.disconnect();
      case 'say':
        return channel.say(act.message);
      case 'pass':
        return void letPass(act.time);
      case 'network':
        return setOnline(act.isOnline);
      case 'tab':
        return setShown(act.isShown);
      case 'visit':
        return visit(act.address);
      case 'store':
        return storeElsewhere(act.storage, act.changes);
      default:
        throw new Error(`This is done on the page: ${actInWords(act)}`);
    }
  };

  const tell = (): TestedPage => ({
    type: 'page.told',
    page,
    path: path?.id ?? null,
    waiting: network.waiting(),
    isHolding: network.isHolding,
    isConnected: channel.isConnected(),
    isPassing,
    lines: linesOf(document),
  });
  let last = '';
  everyMoment(() => {
    const told = tell();
    const text = JSON.stringify(told);
    if (text !== last) post(told);
    last = text;
  });

  panel.addEventListener('message', ({ data }) => {
    const message = readPanelMessage(data);
    if (message === undefined) return;
    if (message.type === 'panel.opened') return post(tell());
    if (message.page !== page) return;
    try {
      if (message.type === 'act.wanted') perform(message.act);
      else if (message.type === 'release.wanted') network.release();
      else network.isHolding = message.isHolding;
    } catch (error) {
      post({ type: 'page.refused', page, why: error instanceof Error ? error.message : String(error) });
    }
  });
  window.addEventListener('pagehide', () => post({ type: 'page.left', page }));

  // For scripts that walk a path.
  const tested = {
    lines: () => linesOf(document),
    isPassing: () => isPassing,
    controlNamed: (name: string, number: number) => controlNamed(document, name, number),
    fieldNamed: (name: string) => fieldNamed(document, name),
  };
  Object.assign(window, { tested });
  return startLocalInspector({ opensWindow: false });
}
