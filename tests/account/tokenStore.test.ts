import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTokenStore } from '../../src/services/account/tokenStore';
import { createSiteStorage } from '../../src/services/app/siteStorage';
import { memoryStorage } from '../support/memoryStorage';

const contents = (storage: Storage) =>
  Object.fromEntries(
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').map((key) => [
      key,
      storage.getItem(key),
    ]),
  );

let storage: Storage;
let store: ReturnType<typeof createTokenStore>;

beforeEach(() => {
  storage = memoryStorage();
  store = createTokenStore(createSiteStorage(() => storage));
});
afterEach(() => void vi.unstubAllGlobals());

/** Creates a JWT with the parts the front end reads. */
const tokenOf = (claims: object) => `header.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.signature`;

describe('3 local storage', () => {
  test('is read anew every time, so that a reload and other tabs agree', () => {
    expect([store.read(), store.user()]).toEqual([{ access: null, refresh: null }, null]);
    storage.setItem('accessToken', 'from another tab');
    expect(store.access()).toBe('from another tab');
  });

  test('a stored user that cannot be read is none', () => {
    storage.setItem('user', '{"id":');
    expect(store.user()).toBeNull();
  });
});

describe('4 tokens', () => {
  test('a new session keeps nothing of the one before', () => {
    store.begin({ access: 'a', refresh: 'r' });
    store.keepUser({ id: 1 });
    store.begin({ access: 'google' });
    expect(contents(storage)).toEqual({ accessToken: 'google' });
  });

  describe.each<[string, object]>([
    ['with another refresh token', { access: 'b', refresh: 's' }],
    ['without one', { access: 'b' }],
  ])('a session that began meanwhile, %s,', (_, tokens) => {
    test('is neither replaced nor cleared by what was asked for the one before', () => {
      store.begin({ access: 'a', refresh: 'r' });
      const sent = store.read();
      store.begin(tokens as { access: string });
      const before = contents(storage);
      expect(store.isStored(sent)).toBe(false);
      expect(store.replace(sent, { access: 'a2', refresh: 'r2' })).toBe(false);
      expect(store.clear(sent, 'expired')).toBe(false);
      expect(contents(storage)).toEqual(before);
    });
  });

  test('two sessions without a refresh token differ by their access tokens', () => {
    store.begin({ access: 'google 1' });
    const sent = store.read();
    expect(store.isStored(sent)).toBe(true);
    store.begin({ access: 'google 2' });
    expect(store.clear(sent, 'expired')).toBe(false);
    expect(store.access()).toBe('google 2');
  });

  test('a changed access token beside the same refresh token is the same session', () => {
    store.begin({ access: 'a', refresh: 'r' });
    const sent = store.read();
    store.replace(sent, { access: 'a2' });
    expect(store.isStored(sent)).toBe(true);
  });
});

describe('which sign-in the tokens are of', () => {
  test('stays the same while they are renewed here, with a new refresh token or without', () => {
    store.begin({ access: 'a', refresh: 'r' });
    const signIn = store.signIn();
    store.replace(store.read(), { access: 'a2', refresh: 'r2' });
    store.replace(store.read(), { access: 'a3' });
    expect(store.signIn()).toBe(signIn);
  });

  test('stays the same without any refresh token, too', () => {
    store.begin({ access: 'google' });
    const signIn = store.signIn();
    store.replace(store.read(), { access: 'google 2' });
    expect(store.signIn()).toBe(signIn);
  });

  test('is the same by either token: another tab stores one after the other, and renews one of them', () => {
    storage.setItem('accessToken', 'a');
    const signIn = store.signIn();
    storage.setItem('refreshToken', 'r');
    expect(store.signIn()).toBe(signIn);
    storage.setItem('accessToken', 'a2');
    expect(store.signIn()).toBe(signIn);
    storage.setItem('accessToken', 'another’s');
    storage.setItem('refreshToken', 'another’s, too');
    expect(store.signIn()).not.toBe(signIn);
  });

  test('is another after another sign-in, also of the same teacher', () => {
    store.begin({ access: 'a', refresh: 'r' });
    const signIn = store.signIn();
    store.begin({ access: 'b', refresh: 's' });
    expect(store.signIn()).not.toBe(signIn);
    store.clear(store.read(), 'signedOut');
    expect(store.signIn()).not.toBe(signIn);
  });
});

describe('whose the session is', () => {
  test.each<[string, string, unknown, string | null]>([
    ['user_id of the token', tokenOf({ user_id: 7, sub: 'other' }), { id: 1 }, '7'],
    ['sub of the token', tokenOf({ sub: '8' }), null, '8'],
    [
      'sub with letters that URLs spell otherwise',
      tokenOf({ sub: 'ÿÿ?' }).replaceAll('/', '_').replaceAll('+', '-'),
      null,
      'ÿÿ?',
    ],
    ['id of the stored user', 'opaque', { id: 9, email: 'ada@school.example' }, '9'],
    ['email of the stored user, however it is spelt', 'opaque', { email: 'Ada@School.example' }, 'ada@school.example'],
    ['id of the stored user beside a token that says nothing', tokenOf({ exp: 1 }), { id: 9 }, '9'],
    ['nothing at all', 'opaque', null, null],
    ['a user without id and email', 'opaque', { name: 'Ada' }, null],
  ])('is told by the %s', (_, access, user, teacher) => {
    store.begin({ access });
    if (user !== null) store.keepUser(user);
    expect(store.teacher()).toBe(teacher);
  });

  test('nobody is signed in without an access token, whatever else is stored', () => {
    store.keepUser({ id: 9 });
    expect(store.teacher()).toBeNull();
  });

  test('is remembered of a token that says nothing itself, also after it was replaced', () => {
    store.begin({ access: 'a', refresh: 'r' });
    store.keepUser({ id: 9 });
    store.replace(store.read(), { access: 'a2' });
    storage.removeItem('user');
    expect([store.teacher(), store.teacherOf('a2')]).toEqual(['9', '9']);
  });

  test('of a token that is not stored any more is not told by the user of another one', () => {
    store.begin({ access: 'a' });
    store.keepUser({ id: 9 });
    expect(store.teacherOf('b')).toBeNull();
  });
});

describe('4 other tabs', () => {
  type Change = { key: string | null; oldValue?: string; newValue?: string | null; storageArea?: Storage };
  const told = (change: Change) => {
    const unsaid = { storageArea: storage, oldValue: null, newValue: null };
    return window.dispatchEvent(Object.assign(new Event('storage'), unsaid, change));
  };

  beforeEach(() => void vi.stubGlobal('window', new EventTarget()));

  test('other keys and other storages say nothing, nor does anything after the watch has ended', () => {
    const onChange = vi.fn();
    const stop = store.watch(onChange);
    told({ key: 'refreshToken' });
    told({ key: 'theme' });
    told({ key: 'accessToken', storageArea: memoryStorage() });
    stop();
    told({ key: 'accessToken' });
    expect(onChange).not.toHaveBeenCalled();
  });

  /** Another tab removes this token and says why. */
  function tellEnd(oldValue: string, why: string) {
    told({ key: 'sessionEnded', newValue: why });
    told({ key: 'sessionEnded', oldValue: why });
    told({ key: 'refreshToken', oldValue: 'r' });
    told({ key: 'accessToken', oldValue });
  }
  /** The sign-in of token a is gone, without a reason. */
  function loseSignIn() {
    store.watch(() => {});
    store.begin({ access: 'a', refresh: 'r' });
    store.clear(store.read(), 'expired');
  }
  const nobody = { signedIn: false, teacher: null, signIn: 0 };

  test('what the storage says tells who is signed in, or why nobody is', () => {
    store.watch(() => {});
    expect(store.news()).toEqual({ ...nobody, ended: null });
    const access = tokenOf({ sub: '8' });
    store.begin({ access });
    expect(store.news()).toEqual({ signedIn: true, teacher: '8', signIn: store.signIn(), ended: null });
    store.clear(store.read(), 'signedOut');
    expect(store.news(), 'before another tab has said it').toEqual({ ...nobody, ended: null });
    for (const why of ['expired', 'signedOut'] as const) {
      tellEnd(access, why);
      expect(store.news()).toEqual({ ...nobody, ended: why });
    }
    store.begin({ access: 'another' });
    store.clear(store.read(), 'signedOut');
    expect(store.news(), 'a reason is of one session only').toEqual({ ...nobody, ended: null });
    tellEnd('another', 'anything');
    expect(store.news().ended, 'what is not known says nothing new').toBe('signedOut');
  });

  test('the end of an earlier sign-in, heard late, is not the end of the latest', () => {
    store.watch(() => {});
    store.begin({ access: 'a', refresh: 'r' });
    store.begin({ access: 'b', refresh: 'r2' });
    store.clear(store.read(), 'expired');
    tellEnd('a', 'signedOut');
    expect(store.news().ended).toBeNull();
    tellEnd('b', 'expired');
    expect(store.news().ended).toBe('expired');
  });

  test('the end of a sign-in is heard by the tokens that other tabs have renewed, too', () => {
    loseSignIn();
    told({ key: 'accessToken', oldValue: 'a', newValue: 'a2' });
    told({ key: 'refreshToken', oldValue: 'r', newValue: 'r2' });
    told({ key: 'accessToken', oldValue: 'a2', newValue: 'a3' });
    tellEnd('a3', 'expired');
    expect(store.news().ended).toBe('expired');
  });

  test('… also when the end of an earlier sign-in is heard first, late', () => {
    store.watch(() => {});
    store.begin({ access: 'a', refresh: 'r' });
    store.begin({ access: 'b', refresh: 'r2' });
    store.clear(store.read(), 'expired');
    tellEnd('a', 'signedOut');
    told({ key: 'accessToken', oldValue: 'b', newValue: 'b2' });
    tellEnd('b2', 'expired');
    expect(store.news().ended).toBe('expired');
  });

  test('a sign-in that took the place of the latest elsewhere has an end of its own', () => {
    loseSignIn();
    told({ key: 'refreshToken', oldValue: 'r' });
    told({ key: 'accessToken', oldValue: 'a', newValue: 'b' });
    tellEnd('b', 'signedOut');
    expect(store.news().ended).toBeNull();
  });

  test('a reason ends with the sign-in that another tab begins', () => {
    loseSignIn();
    tellEnd('a', 'expired');
    told({ key: 'accessToken', newValue: 'b' });
    expect(store.news().ended).toBeNull();
  });
});
