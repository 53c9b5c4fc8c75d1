import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { CodeField } from '../../src/components/CodeField';
import { Field } from '../../src/components/Field';
import { Form } from '../../src/components/Form';
import { PasswordField } from '../../src/components/PasswordField';

afterEach(cleanup);

describe('Field', () => {
  test('links its hint and error to the input', () => {
    const { rerender } = render(<Field label="Email" name="email" hint="The one at school" />);
    const input = screen.getByLabelText('Email');
    const description = () =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(', ');
    expect(description()).toBe('The one at school');
    expect(input.hasAttribute('aria-invalid')).toBe(false);

    rerender(<Field label="Email" name="email" hint="The one at school" error="Email is required" />);
    expect(description()).toBe('The one at school, Email is required');
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('PasswordField', () => {
  function renderForm() {
    render(
      <Form onSubmit={(event) => event.preventDefault()}>
        <PasswordField label="Current password" name="old_password" autoComplete="current-password" />
        <PasswordField label="New password" name="new_password" autoComplete="new-password" />
        <button type="submit">Change</button>
      </Form>,
    );
    return ['Current password', 'New password'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  }

  test('shows one password and says which', async () => {
    const user = userEvent.setup();
    const fields = renderForm();
    const types = () => fields.map((field) => field.type);
    expect(types()).toEqual(['password', 'password']);

    await user.type(fields[0]!, 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Show current password' }));
    expect(types()).toEqual(['text', 'password']);
    expect(fields[0]!.value).toBe('correct horse');
    const toggle = screen.getByRole('button', { name: 'Hide current password' });
    expect(toggle.getAttribute('aria-pressed')).toBe('true');

    await user.click(toggle);
    expect(types()).toEqual(['password', 'password']);
    expect(toggle.getAttribute('aria-pressed')).toBe('false');
  });

  test('hides every password again when the form is submitted', async () => {
    const user = userEvent.setup();
    const fields = renderForm();
    await user.click(screen.getByRole('button', { name: 'Show current password' }));
    await user.click(screen.getByRole('button', { name: 'Show new password' }));
    expect(fields.map((field) => field.type)).toEqual(['text', 'text']);
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(fields.map((field) => field.type)).toEqual(['password', 'password']);
  });
});

describe('CodeField', () => {
  test.each([
    ['012345', '012345'],
    [' 012 345\n', '012345'],
    ['Your code is 000-017.', '000017'],
    ['０１２３４５', '012345'],
    ['٠١٢٣٤٥', '012345'],
    ['۰۱۲ ۳۴۵', '012345'],
    ['०१२३४५', '012345'],
    ['𝟎𝟏𝟐𝟑𝟒𝟓', '012345'],
  ])('keeps the digits of a pasted %j', async (pasted, kept) => {
    const user = userEvent.setup();
    render(<CodeField label="Verification code" name="code" />);
    const input = screen.getByPlaceholderText<HTMLInputElement>('6-digit code');
    await user.click(input);
    await user.paste(pasted);
    expect(input.value).toBe(kept);
    expect(input.hasAttribute('aria-invalid')).toBe(false);
  });

  test('names the letters it dropped, until something else is typed', async () => {
    const user = userEvent.setup();
    render(<CodeField label="Verification code" name="code" />);
    const input = screen.getByLabelText<HTMLInputElement>('Verification code');
    await user.type(input, '12O');
    expect(input.value).toBe('12');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('status').textContent).toBe('A code has only digits. Left out: O');
    await user.type(input, '0');
    expect(input.value).toBe('120');
    expect(input.hasAttribute('aria-invalid')).toBe(false);
    expect(screen.getByRole('status').textContent).toBe('');
    await user.paste('ABCé');
    expect(screen.getByRole('status').textContent).toBe('A code has only digits. Left out: ABCé');
  });

  test('waits for an input method to finish before replacing digits', () => {
    render(<CodeField label="Verification code" name="code" />);
    const input = screen.getByLabelText<HTMLInputElement>('Verification code');
    fireEvent.compositionStart(input);
    input.value = '１２';
    fireEvent(input, new InputEvent('input', { bubbles: true, isComposing: true }));
    expect(input.value).toBe('１２');
    fireEvent.compositionEnd(input);
    expect(input.value).toBe('12');
  });

  test('rejects letters and keeps the caret where a digit is inserted', async () => {
    const user = userEvent.setup();
    render(<CodeField label="Verification code" name="code" />);
    const input = screen.getByLabelText<HTMLInputElement>('Verification code');
    await user.type(input, '1a3');
    expect(input.value).toBe('13');
    await user.type(input, '2', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect([input.value, input.selectionStart]).toEqual(['123', 2]);
  });

  test('reports only the digits to its form', async () => {
    const user = userEvent.setup();
    const heard: string[] = [];
    render(<CodeField label="Verification code" name="code" onChange={(event) => heard.push(event.target.value)} />);
    await user.click(screen.getByLabelText('Verification code'));
    await user.paste('12 34');
    expect(heard).toEqual(['1234']);
  });
});
