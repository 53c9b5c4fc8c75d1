import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from '../../src/components/Button';

afterEach(cleanup);

test.each([
  ['busy', { busy: true }],
  ['aria-disabled', { 'aria-disabled': true }],
])('a button that is %s keeps its focus and name, and neither clicks nor submits', async (_state, props) => {
  const user = userEvent.setup();
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const form = (more: object) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Email" />
      <Button type="submit" onClick={onClick} {...more}>
        Sign in
      </Button>
    </form>
  );
  const { rerender } = render(form({}));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);

  rerender(form(props));
  const button = screen.getByRole('button', { name: 'Sign in' });
  expect(document.activeElement).toBe(button);
  await user.keyboard('{Enter}');
  await user.type(screen.getByLabelText('Email'), '{Enter}');
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
});
