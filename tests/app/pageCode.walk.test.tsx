import { screen } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';
import { type PageCodeContext, pageCodeMachine } from '../../src/machines/app/pageCodeMachine';
import { protectedPages } from '../../src/pages';
import { holdBackend } from '../support/heldBackend';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
import { recordNotByHand } from '../support/recording';
import { alerts, noor, noorSignedIn, openApp, settle } from '../support/screen';
import { goOnline, happen } from '../support/session';
import { walkChart } from '../support/walk';

const home = 'GET /';
const creation = 'POST /section/create/';
const script = '/assets/index-of-this-version.js';
const otherPage = new Response('<script type="module" src="/assets/index-of-another.js"></script>');
const samePage = new Response(`<script type="module" src="${script}"></script>`);

const page = protectedPages.changePassword;

/** The loads of the page that wait, oldest first. */
let waiting: { succeed(): void; fail(): void }[] = [];
let removeScript = () => {};
afterEach(() => {
  waiting = [];
  removeScript();
});

function holdCode() {
  const load = page.load.bind(page);
  page.loaded = undefined;
  vi.spyOn(page, 'load').mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        waiting.push({ succeed: () => resolve(load()), fail: () => reject(new TypeError('Failed to fetch')) });
      }),
  );
}

async function endFetch(how: 'succeed' | 'fail') {
  waiting.shift()?.[how]();
  await settle();
}

/** Adds the script of this version, which no browser runs: it is inserted as text. */
function addScript() {
  document.head.insertAdjacentHTML('afterbegin', `<script type="module" src="${script}"></script>`);
  const added = document.head.firstElementChild;
  removeScript = () => added?.remove();
}

const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent;
const loading = () => screen.queryByText('Loading…', { selector: 'main p span' });
const expectLoading = () => {
  expect(loading()).toBeTruthy();
  expect([heading(), alerts()]).toEqual([undefined, []]);
};

async function open({ input }: Path) {
  const { isLoaded, hasMoved } = input as PageCodeContext;
  recordNotByHand('the code of a page cannot be held back from the panel');
  const backend = holdBackend([home, creation], {
    'GET /section/list/': { json: [] },
    'GET /account/current-user/': { json: noor },
  });
  addScript();
  if (isLoaded) await page.load();
  if (!hasMoved) holdCode();
  const app = await openApp(hasMoved ? '/dashboard' : '/change-password', { stored: noorSignedIn });
  if (hasMoved) {
    if (!isLoaded) holdCode();
    await happen(() => app.system.navigate('/change-password'));
  }
  const loadDocument = vi.spyOn(app.system, 'loadDocument').mockImplementation(() => {});
  const write = { kind: 'createSection', name: '4b', subject: 'History' } as const;
  app.system.sendWrite(write, new AbortController().signal).catch(() => {});
  await settle();
  return { ...backend, ...app, loadDocument };
}

walkChart(idle(pageCodeMachine), open, {
  events: {
    'code.retry': ({ press }) => press('Try again'),
    'page.moved': ({ system }) => happen(() => system.navigate('/change-password')),
    'network.online': () => goOnline(true),
  },
  answers: {
    fetchCode: {
      async done({ give }, outcome) {
        if (outcome === 'loaded') return endFetch('succeed');
        await endFetch('fail');
        await give(home, outcome === 'outdated' ? otherPage : samePage);
        if (outcome === 'unusable') await endFetch('fail');
      },
      async error({ give }) {
        await endFetch('fail');
        await give(home, 'fail');
      },
    },
    settleWrites: {
      done: ({ give }) => give(creation, { status: 201, json: { id: 7 } }),
      error: (_, event, { sendDirectly }) =>
        sendDirectly(event, 'only the end of the session makes it fail, and with that the page goes as well'),
    },
  },
  seen: {
    'loading.quiet'() {
      expect(loading()).toBeNull();
      expect([heading(), alerts()]).toEqual([undefined, []]);
    },
    'loading.slow': expectLoading,
    'failed.waiting'() {
      expect(heading()).toBe('Page not loaded');
      expect(alerts()).toEqual(['This page could not be loaded. Please check your connection.Try again']);
    },
    'failed.retrying'() {
      expect(heading()).toBe('Page not loaded');
      expect(screen.getByRole('button', { name: 'Trying again…' }).getAttribute('aria-busy')).toBe('true');
    },
    'givenUp.settling'({ loadDocument, waiting }) {
      expectLoading();
      expect(waiting(creation)).toHaveLength(1);
      expect(loadDocument).not.toHaveBeenCalled();
    },
    'givenUp.leaving'({ loadDocument }) {
      expectLoading();
      expect(loadDocument).toHaveBeenCalledOnce();
    },
    ready({ loadDocument }) {
      expect([heading(), alerts()]).toEqual(['Change Password', []]);
      expect(loadDocument).not.toHaveBeenCalled();
    },
  },
});
