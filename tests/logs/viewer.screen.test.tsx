import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { StubSocket } from '../support/backend';
import { active, openHeldSection, openSection, say, studentsLogs } from '../support/classroom';
import { address, alerts, pageText, pass, settle, statuses } from '../support/screen';
import { go, happen } from '../support/session';

const logs = 'GET /detection/logs/';

/** 23 logs, newest first; every third has no picture. */
const told = (folder: string, count = 23) =>
  studentsLogs(count).map((log, index) => ({
    ...{ ...log, details: `Detail ${index + 1}` },
    screenshot: index % 3 === 2 ? null : `https://pictures.example/${folder}/${index + 1}.png`,
    ...(index === 0 && { answer: 'It was the <b>lamp</b>' }),
    review: index === 0 ? { state: 'dismissed', note: 'The lamp', reviewed_at: '2026-11-23T08:00:00Z' } : null,
  }));

const openLogs = (page = '/detection-logs') =>
  openSection({ [logs]: { json: told('old') }, 'GET /detection/sessions/status/7/': active }, page);

const viewer = () => within(screen.getByRole('dialog'));
const shown = () => viewer().getByRole<HTMLImageElement>('img');
const position = () => viewer().getAllByRole('status')[0]?.textContent;

describe('2.19 the viewer', () => {
  test('tells what is known of the log, and what was made of it', async () => {
    const { press } = await openLogs();
    await press('Show the screenshot of Student 1');
    const facts = viewer()
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Time', expect.stringContaining('2026')],
      ['Student', 'Student 1s1@students.example'],
      ['Activity', 'No Face Detected'],
      ['Details', 'Detail 1'],
    ]);
    expect(viewer().getByText('Student 1 answered: It was the <b>lamp</b>')).toBeTruthy();
    expect(viewer().getByRole('button', { name: 'Dismissed', pressed: true })).toBeTruthy();
    expect(viewer().getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('The lamp');
  });

  test('goes to the previous and the next log by buttons and keys, beyond the page of the table', async () => {
    const { press, user } = await openLogs();
    await press('Show the screenshot of Student 2');
    expect(position()).toBe('2 of 23');
    await press('Next');
    expect(screen.getByRole('dialog', { name: 'Detection of Student 3' })).toBeTruthy();
    await press('Next');
    expect(shown().src).toBe('https://pictures.example/old/4.png');
    expect(screen.getByRole('dialog', { name: 'Screenshot of Student 4' })).toBeTruthy();
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(shown().src).toBe('https://pictures.example/old/1.png');
    expect(viewer().getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{ArrowRight>30/}');
    expect(shown().src).toBe('https://pictures.example/old/23.png');
    expect(position()).toBe('23 of 23');
    expect(viewer().getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('says that a log has no picture, without zoom', async () => {
    const { press, user } = await openLogs();
    await press('Show the screenshot of Student 2');
    await press('Next');
    expect(viewer().getByText('No picture was taken.')).toBeTruthy();
    expect(viewer().queryByRole('group', { name: 'Zoom' })).toBeNull();
    await user.keyboard('+1');
    await press('Next');
    expect(viewer().getByRole('button', { name: 'Fit', pressed: true })).toBeTruthy();
  });

  test('goes only through what the filters have found', async () => {
    const { press } = await openLogs('/detection-logs?text=detail+2');
    await press('Show the screenshot of Student 2');
    expect(position()).toBe('1 of 6');
    await press('Next');
    expect(viewer().getByText('Detail 12')).toBeTruthy();
    await press('Next');
    expect(shown().src).toBe('https://pictures.example/old/20.png');
    expect(address()).toBe('/sections/7/detection-logs?text=detail+2');
  });

  test('on the overview goes through all logs, since new ones may push it out of the newest', async () => {
    const { press } = await openLogs('');
    await press('Show the screenshot of Student 1');
    expect(position()).toBe('1 of 23');
  });

  test('stays on its picture while the logs are fetched again, at its new address and its new place', async () => {
    const { backend, press } = await openLogs();
    await press('Show the screenshot of Student 4');
    expect(position()).toBe('4 of 23');
    backend.answer({ [logs]: { json: told('new').slice(1) } });
    await pass(30_000);
    expect(shown().src).toBe('https://pictures.example/new/4.png');
    expect(position()).toBe('3 of 22');
    // Gone, it is still shown; there is nowhere to go on to.
    backend.answer({ [logs]: { json: told('new').slice(10) } });
    await pass(30_000);
    expect(viewer().getByText('Detail 4')).toBeTruthy();
    expect(position()).toBe('');
    expect(viewer().getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('zooms by buttons and keys', async () => {
    const { press, user } = await openLogs();
    await press('Show the screenshot of Student 1');
    // Fitted by its height.
    Object.defineProperties(shown(), {
      naturalWidth: { value: 800 },
      naturalHeight: { value: 600 },
      clientWidth: { value: 900 },
      clientHeight: { value: 360 },
    });
    const width = () => shown().style.width;
    const zoom = within(viewer().getByRole('group', { name: 'Zoom' }));
    const pressed = () => zoom.queryByRole('button', { pressed: true })?.textContent;
    expect([pressed(), width()]).toEqual(['Fit', '']);
    await user.keyboard('+');
    expect([pressed(), width()]).toEqual([undefined, '600px']);
    await press('Zoom in');
    expect([pressed(), width()]).toEqual(['100 %', '800px']);
    await user.keyboard('--');
    expect(width()).toBe('400px');
    await user.keyboard('1');
    expect(width()).toBe('800px');
    await user.keyboard('0');
    expect([pressed(), width()]).toEqual(['Fit', '']);
    await press('Zoom out');
    expect(width()).toBe('400px');
  });

  test('zoomed, the arrows move the picture that has the focus, and go on from anywhere else', async () => {
    const { press, user } = await openLogs();
    await press('Show the screenshot of Student 1');
    await press('100 %');
    viewer().getByRole('group', { name: 'Picture' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(position()).toBe('1 of 23');
    viewer().getByRole('button', { name: 'Fit' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(position()).toBe('2 of 23');
  });

  test.each(['Escape', 'the X', 'Back'])('closes by %s, with the focus back on the thumbnail', async (way) => {
    const { press, user } = await openLogs();
    await press('Page 2');
    await press('Show the screenshot of Student 22');
    if (way === 'Escape') await user.keyboard('{Escape}');
    else if (way === 'the X') await press('Close');
    else await go(-1);
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show the screenshot of Student 22' }));
    // Either way the next step back is the one before the opening.
    expect(screen.getByText('21–23 of 23')).toBeTruthy();
    await go(-1);
    expect(screen.getByText('1–20 of 23')).toBeTruthy();
  });

  test('closed, does not open again by Forward, and leaves no step to nothing', async () => {
    const { press } = await openLogs();
    await press('Page 2');
    await press('Show the screenshot of Student 22');
    await go(-1);
    await go(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    await go(-1);
    expect(screen.getByText('1–20 of 23')).toBeTruthy();
  });
});

describe('the teacher’s review', () => {
  const review = 'POST /detection/logs/review/';
  const deletion = (id: number) => `DELETE /detection/logs/${id}/`;
  const held = [review, deletion(1), deletion(2), deletion(23)];
  const openHeld = (json: object[] = told('old'), page = '/detection-logs') =>
    openHeldSection(held, { [logs]: { json } }, page);

  const kept = (id: number, state: 'seen' | 'dismissed' | null, note = '') => ({
    json: [{ id, review: state && { state, note, reviewed_at: '2026-11-23T09:00:00Z' } }],
  });
  const rowOf = (number: number) =>
    screen.getByRole('button', { name: `Show the screenshot of Student ${number}` }).closest('tr')?.textContent;
  const state = () =>
    within(viewer().getByRole('group', { name: 'Review' })).getByRole('button', { pressed: true }).textContent;
  const note = () => viewer().getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });

  test('is kept with a note, and shown in the viewer and in the table', async () => {
    const { give, press, user, waiting } = await openHeld();
    await press('Show the screenshot of Student 2');
    expect(state()).toBe('Not reviewed');
    await user.click(note());
    await user.paste('Her twin');
    expect(viewer().getByText('This note is not saved yet.')).toBeTruthy();
    await press('Save note');
    expect(waiting(review).map(({ body }) => body)).toEqual([{ ids: [2], state: 'seen', note: 'Her twin' }]);
    await give(review, kept(2, 'seen', 'Her twin'));
    expect(statuses()).toContain('Saved.');
    expect(state()).toBe('Seen');
    await press('Dismissed');
    expect(waiting(review).map(({ body }) => body)).toEqual([{ ids: [2], state: 'dismissed' }]);
    await give(review, kept(2, 'dismissed', 'Her twin'));
    await press('Close');
    expect(rowOf(2)).toContain('DismissedHer twin');
  });

  test('is taken back, and its note can be saved again', async () => {
    const { give, press, waiting } = await openHeld();
    await press('Show the screenshot of Student 1');
    expect([state(), note().value]).toEqual(['Dismissed', 'The lamp']);
    await press('Not reviewed');
    expect(waiting(review).map(({ body }) => body)).toEqual([{ ids: [1], state: null }]);
    await give(review, kept(1, null));
    expect([state(), note().value]).toEqual(['Not reviewed', 'The lamp']);
    await press('Save note');
    expect(waiting(review).map(({ body }) => body)).toEqual([{ ids: [1], state: 'seen', note: 'The lamp' }]);
  });

  test('that could not be kept says what to do, and what was typed stays, also while others are looked at', async () => {
    const { give, press, user } = await openHeld();
    await press('Show the screenshot of Student 2');
    await user.click(note());
    // The keys of the viewer are letters here.
    await user.type(note(), '10 + 1{ArrowLeft}');
    expect([note().value, position()]).toEqual(['10 + 1', '2 of 23']);
    await press('Seen');
    await give(review, { status: 500 });
    expect(alerts()).toEqual(['Your review could not be saved. Please try again.']);
    await press('Next');
    expect([note().value, alerts()]).toEqual(['', []]);
    await press('Previous');
    expect(note().value).toBe('10 + 1');
  });

  test('goes on without the viewer: nothing is said of what the table shows, and of a failure where it was', async () => {
    const { calls, give, press } = await openHeld();
    await press('Show the screenshot of Student 2');
    await press('Seen');
    await press('Next');
    await press('Seen');
    await press('Close');
    expect(calls(review).map(({ signal }) => signal.aborted)).toEqual([false]);
    await give(review, kept(2, 'seen'));
    expect(rowOf(2)).toContain('Seen');
    expect([...alerts(), ...statuses()].filter((said) => said.includes('review'))).toEqual([]);
    await give(review, { status: 500 });
    expect(alerts()).toEqual(['Algebra 9b: Your review could not be saved. Please try again.']);
  });

  test('is told with its section once its page was left, also for another page of the section', async () => {
    const { give, press } = await openHeld();
    await press('Show the screenshot of Student 2');
    await press('Seen');
    await press('Close');
    await press('Back to Section', 'link');
    await give(review, kept(2, 'seen'));
    expect(statuses()).toContain('Your review in Algebra 9b was saved.');
  });

  test('lets a log leave the filter that found it, and the viewer goes on from there', async () => {
    const { give, press } = await openHeld(undefined, '/detection-logs?review=none');
    await press('Show the screenshot of Student 4');
    expect(position()).toBe('3 of 22');
    await press('Seen');
    await give(review, kept(4, 'seen'));
    expect(shown().src).toBe('https://pictures.example/old/5.png');
    expect([position(), state()]).toEqual(['3 of 21', 'Not reviewed']);
  });

  test('goes on by keys: S marks as seen, D dismisses with a reason', async () => {
    const { give, press, user, waiting } = await openHeld();
    await press('Show the screenshot of Student 2');
    await user.keyboard('s');
    await give(review, kept(2, 'seen'));
    expect([position(), statuses()]).toEqual(['3 of 23', expect.arrayContaining(['Saved.'])]);
    await user.keyboard('d{Escape}d');
    expect(position()).toBe('3 of 23');
    await press('Mistake');
    expect(waiting(review).map(({ body }) => body)).toEqual([{ ids: [3], state: 'dismissed', note: 'Mistake' }]);
    await give(review, kept(3, 'dismissed', 'Mistake'));
    expect(position()).toBe('4 of 23');
  });

  test('is there for a log without a picture, too', async () => {
    const { press } = await openHeld();
    await press('None. Show the details of Student 3');
    expect(viewer().getByText('No picture was taken.')).toBeTruthy();
    expect([position(), state()]).toEqual(['3 of 23', 'Not reviewed']);
  });

  test('is absent where the backend keeps none', async () => {
    const { press } = await openHeld(told('old').map(({ review: _, ...log }) => log));
    expect(screen.queryByRole('columnheader', { name: 'Review' })).toBeNull();
    await press('Show the screenshot of Student 2');
    expect(viewer().queryByRole('group', { name: 'Review' })).toBeNull();
    expect(viewer().queryByRole('textbox')).toBeNull();
    expect(viewer().queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  test('stands in the newest logs of the overview', async () => {
    await openHeld(undefined, '');
    expect(pageText()).toContain('Dismissed · The lamp');
  });

  describe('a deletion', () => {
    test('is asked about, by name and time, and can be left', async () => {
      const { calls, press, user } = await openHeld();
      await press('Show the screenshot of Student 2');
      await press('Delete');
      const question = screen.getByRole('dialog', { name: 'Delete this detection?' });
      expect(question.textContent).toContain('This detection of Student 2 (');
      expect(document.activeElement?.textContent).toBe('Cancel');
      // The keys of the viewer belong to the question now.
      await user.keyboard('{ArrowRight}{Escape}');
      await settle();
      expect(position()).toBe('2 of 23');
      expect(document.activeElement?.textContent).toBe('Delete');
      expect(calls(deletion(2))).toEqual([]);
    });

    test('goes on to the next log, with the focus where it was', async () => {
      const { calls, give, press } = await openHeld();
      await press('Show the screenshot of Student 2');
      await press('Delete');
      await press('Delete detection');
      await give(deletion(2), { status: 204 });
      expect(viewer().getByText('The detection was deleted.')).toBeTruthy();
      expect(screen.getByRole('dialog', { name: 'Detection of Student 3' })).toBeTruthy();
      expect(position()).toBe('2 of 22');
      expect(document.activeElement?.textContent).toBe('Delete');
      expect(calls(logs)).toHaveLength(1);
      await press('Close');
      expect(pageText()).toContain('1–20 of 22');
      expect(document.activeElement?.closest('tr')?.textContent).toContain('Student 3');
    });

    test('of the only picture closes the viewer, and the focus is on the table', async () => {
      const { give, press } = await openHeld(told('old').slice(0, 1));
      await press('Show the screenshot of Student 1');
      await press('Delete');
      await press('Delete detection');
      await give(deletion(1), { status: 204 });
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(statuses()).toContain('The detection was deleted.');
      expect(pageText()).toContain('No detection logs available.');
      expect(document.activeElement?.textContent).toBe('All logs');
    });

    test('that failed says what to do', async () => {
      const { give, press } = await openHeld();
      await press('Show the screenshot of Student 2');
      await press('Delete');
      await press('Delete detection');
      await give(deletion(2), { status: 500 });
      expect(alerts()).toEqual(['The detection could not be deleted. Please try again.']);
      expect(position()).toBe('2 of 23');
    });

    test('of what is gone already goes on likewise: a browser may have sent it twice', async () => {
      const { give, press } = await openHeld();
      await press('Show the screenshot of Student 2');
      await press('Delete');
      await press('Delete detection');
      await give(deletion(2), { status: 404 });
      expect(viewer().getByText('The detection was deleted.')).toBeTruthy();
      expect(position()).toBe('2 of 22');
      expect(alerts()).toEqual([]);
    });

    test('made elsewhere takes what could be made of it away, and leaves the focus in the viewer', async () => {
      const { answer, press, user } = await openHeld();
      await press('Show the screenshot of Student 2');
      await user.click(note());
      answer({ [logs]: { json: told('old').filter(({ id }) => id !== 2) } });
      await happen(() => StubSocket.latest.open());
      await say({ type: 'logs_changed', section_id: 7 });
      expect(alerts()).toEqual(['This detection has been deleted in the meantime.']);
      expect(viewer().queryByRole('textbox')).toBeNull();
      expect(document.activeElement).toBe(viewer().getByRole('group', { name: 'Picture' }));
    });

    test('goes on without the viewer, and is told where the teacher is by then', async () => {
      const { give, press } = await openHeld();
      await press('Show the screenshot of Student 2');
      await press('Delete');
      await press('Delete detection');
      await press('Close');
      await press('Back to Dashboard', 'link');
      await give(deletion(2), { status: 204 });
      expect(statuses()).toContain('1 detection was deleted from Algebra 9b.');
    });
  });
});
