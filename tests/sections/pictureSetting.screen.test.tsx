import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StubSocket } from '../support/backend';
import { algebra, openSection, say } from '../support/classroom';
import { settle, statuses } from '../support/screen';

const list = 'GET /section/list/';
const ask = 'POST /section/7/pictures/';
const sectionThat = (asks_for_pictures: boolean) => ({ ...algebra, asks_for_pictures });

const setting = () => screen.getByRole('switch', { name: 'Ask students for a picture with each report' });
const isOn = () => setting().getAttribute('aria-checked') === 'true';

test('a teacher asks for pictures, which the section remembers', async () => {
  const { backend, user } = await openSection({
    [list]: { json: [sectionThat(false)] },
    [ask]: { json: sectionThat(true) },
  });
  expect(isOn()).toBe(false);
  await user.click(setting());
  await settle();
  expect(backend.calls(ask).map(({ body }) => body)).toEqual([{ asks_for_pictures: true }]);
  expect(isOn()).toBe(true);
  expect(statuses()).toContain('Your choice about pictures in Algebra 9b was saved.');
});

test('a choice that is not saved stays as it was, and the teacher is told', async () => {
  const { user } = await openSection({ [list]: { json: [sectionThat(true)] }, [ask]: { status: 500 } });
  await user.click(setting());
  await settle();
  expect(isOn()).toBe(true);
  expect(screen.getByText(/Failed to save your choice about pictures/)).toBeTruthy();
});

test('a choice that was made in another window shows here', async () => {
  const { backend } = await openSection({ [list]: { json: [sectionThat(false)] } });
  act(() => StubSocket.latest.open());
  await settle();
  backend.answer({ [list]: { json: [sectionThat(true)] } });
  await say({ type: 'sections_changed' });
  expect(isOn()).toBe(true);
});

test('nothing is offered with a backend that cannot ask for pictures', async () => {
  await openSection();
  expect(screen.queryByRole('switch', { name: /picture/ })).toBeNull();
});
