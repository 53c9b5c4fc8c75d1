import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { active, openSection } from '../support/classroom';
import { address, pass, settle } from '../support/screen';
import { travel } from '../support/session';

const logs = 'GET /detection/logs/';

/** 23 logs, newest first; every third has no picture. */
const told = (folder: string, count = 23) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    timestamp: new Date(Date.UTC(2026, 10, 23, 8, 60 - index)).toISOString(),
    student_name: `Student ${index + 1}`,
    student_email: `s${index + 1}@students.example`,
    activity_type: 'no_face',
    details: `Detail ${index + 1}`,
    screenshot: index % 3 === 2 ? null : `https://pictures.example/${folder}/${index + 1}.png`,
    review: index === 0 ? { state: 'dismissed', note: 'The lamp', reviewed_at: '2026-11-23T08:00:00Z' } : null,
  }));

const openLogs = (page = '/detection-logs') =>
  openSection({ [logs]: { json: told('old') }, 'GET /detection/sessions/status/7/': active }, page);

const viewer = () => within(screen.getByRole('dialog'));
const shown = () => viewer().getByRole<HTMLImageElement>('img');
const position = () => viewer().getByRole('status').textContent;

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
      ['Review', 'DismissedThe lamp'],
    ]);
  });

  test('goes to the previous and the next picture by buttons and keys, beyond the page of the table', async () => {
    const { press, user } = await openLogs();
    await press('Show the screenshot of Student 2');
    expect(position()).toBe('2 of 16');
    await press('Next');
    expect(shown().src).toBe('https://pictures.example/old/4.png');
    expect(screen.getByRole('dialog', { name: 'Screenshot of Student 4' })).toBeTruthy();
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(shown().src).toBe('https://pictures.example/old/1.png');
    expect(viewer().getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{ArrowRight>20/}');
    expect(shown().src).toBe('https://pictures.example/old/23.png');
    expect(position()).toBe('16 of 16');
    expect(viewer().getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('goes with the page that it was opened on, also by Back to other filters', async () => {
    const { press } = await openLogs();
    await press('Page 2');
    await press('Show the screenshot of Student 22');
    await travel('/sections/7/detection-logs');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('1–20 of 23')).toBeTruthy();
  });

  test('goes only through what the filters have found', async () => {
    const { press } = await openLogs('/detection-logs?text=detail+2');
    await press('Show the screenshot of Student 2');
    expect(position()).toBe('1 of 4');
    await press('Next');
    expect(shown().src).toBe('https://pictures.example/old/20.png');
    expect(address()).toBe('/sections/7/detection-logs?text=detail+2');
  });

  test('on the overview goes through the newest', async () => {
    const { press } = await openLogs('');
    await press('Show the screenshot of Student 1');
    expect(position()).toBe('1 of 4');
  });

  test('stays on its picture while the logs are fetched again, at its new address and its new place', async () => {
    const { backend, press } = await openLogs();
    await press('Show the screenshot of Student 4');
    expect(position()).toBe('3 of 16');
    backend.answer({ [logs]: { json: told('new').slice(1) } });
    await pass(30_000);
    expect(shown().src).toBe('https://pictures.example/new/4.png');
    expect(position()).toBe('2 of 15');
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
    Object.defineProperties(shown(), { naturalWidth: { value: 800 }, clientWidth: { value: 480 } });
    const width = () => shown().style.width;
    const pressed = () => viewer().queryByRole('button', { pressed: true })?.textContent;
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
    expect(position()).toBe('1 of 16');
    viewer().getByRole('button', { name: 'Fit' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(position()).toBe('2 of 16');
  });

  test.each(['{Escape}', 'Close'])('closes by %s, with the focus back on the thumbnail', async (way) => {
    const { press, user } = await openLogs();
    await press('Show the screenshot of Student 2');
    if (way === 'Close') await press('Close');
    else await user.keyboard(way);
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show the screenshot of Student 2' }));
  });
});
