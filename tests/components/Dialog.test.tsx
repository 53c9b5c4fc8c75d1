import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Dialog } from '../../src/components/Dialog';
import { Field } from '../../src/components/Field';

afterEach(cleanup);

function Example() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Create
      </button>
      <Dialog open={open} title="New section" onClose={() => setOpen(false)}>
        <Field label="Name" name="name" data-autofocus />
      </Dialog>
    </>
  );
}

async function openDialog() {
  const user = userEvent.setup();
  render(<Example />);
  const opener = screen.getByRole('button', { name: 'Create' });
  await user.click(opener);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  return { user, opener };
}

test('is a modal dialog named by its title, with the focus in the requested field', async () => {
  await openDialog();
  expect(screen.getByRole('dialog', { name: 'New section' }).getAttribute('aria-modal')).toBe('true');
});

test('the focus stays inside', async () => {
  const { user } = await openDialog();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

test('if the owner keeps it open on Escape, the focus stays where it was', async () => {
  const user = userEvent.setup();
  render(
    <Dialog open title="Deleting" onClose={() => {}}>
      <Field label="Password" name="password" data-autofocus />
    </Dialog>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  await user.tab();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
});

test.each([
  ['Escape', async (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  [
    'the X',
    async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Close' })),
  ],
  [
    'the backdrop',
    // The area around the panel, which receives presses on the backdrop.
    async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('dialog')),
  ],
])('%s closes it, restores the focus and discards what was typed', async (_way, close) => {
  const { user, opener } = await openDialog();
  await user.type(screen.getByLabelText('Name'), '10B');
  await close(user);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));

  await user.click(opener);
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('');
});
