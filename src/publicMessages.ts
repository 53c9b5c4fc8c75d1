import type { components } from '@vigil/contract';
import { english as terms } from '@vigil/languages/terms/en';
import { isolated } from './machines/app/isolated';
import { inTeachersLanguage } from './teachersLanguage';

/**
 * Texts of the public pages and those that any page may show. In each group, the specification's own texts come first.
 * A separate file keeps the sign-in page small.
 */
export const englishMessages = {
  brand: { name: 'Vigil', abbreviation: 'VGL', tagline: 'Calm, clear oversight for every lesson.' },

  pageTitle: (title: string) => `${isolated(title)} · Vigil`,

  session: {
    expiredLogIn: 'Session expired. Please log in again.',
    endedElsewhere: 'You were signed out in another window.',
  },

  /** Shown if the browser stores nothing. */
  storageBlocked:
    'This browser does not store anything for Vigil, so reloading a page signs you out. Please allow site data in the browser’s settings or free some space, then reload.',

  /** Shown below a call's own sentence when there was no answer. */
  unanswered: 'No answer from the server',

  /** Shown for unexpected errors. */
  defect: 'Something went wrong in Vigil itself. Please reload the page and try again.',

  fields: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    password: 'Password',
    confirmPassword: 'Confirm password',
    currentPassword: 'Current password',
    newPassword: 'New password',
    confirmNewPassword: 'Confirm new password',
    code: 'Verification code',
    codePlaceholder: '6-digit code',
    sectionName: 'Section name',
    sectionSubject: 'Subject',
  },

  validation: {
    codeDigitsOnly: (leftOut: string) => `A code has only digits. Left out: ${leftOut.slice(0, 20)}`,
    emailRequired: 'Email is required',
    emailInvalid: 'Please enter a valid email address',
    passwordRequired: 'Password is required',
    firstNameRequired: 'First name is required',
    lastNameRequired: 'Last name is required',
    confirmPasswordRequired: 'Please confirm your password',
    passwordsDoNotMatch: 'Passwords do not match',
    newPasswordsDoNotMatch: 'New passwords do not match',
    allFieldsRequired: 'All fields are required',
    newPasswordTooShort: 'New password must be at least 8 characters long',
    passwordTooShort: 'Password must be at least 8 characters long',
    otpRequired: 'Please enter the OTP sent to your email',
    sectionNameRequired: 'Section name is required',
    sectionSubjectRequired: 'Subject is required',
  },

  login: {
    title: 'Sign in',
    lead: 'Welcome back. Sign in to your classes.',
    submit: 'Sign in',
    submitting: 'Signing in…',
    google: 'Or continue with Google',
    googleSubmitting: 'Waiting for Google…',
    forgot: 'Forgot your password?',
    noAccount: 'New to Vigil?',
    register: 'Register here',
    verify: 'Verify your email',
    mail: 'Email me a link instead',
    mailing: 'Sending…',
    notVerified: 'Please verify your account first',
    invalidCredentials: 'Invalid credentials',
    noAccessToken: 'Login successful but no access token received.',
    userFetchFailed: 'Failed to fetch user data',
  },

  google: {
    noCode: 'Failed to get authorization code from Google.',
    noAccessToken: 'Google login successful, but no access token received.',
    failed: 'Google login failed. Please try again.',
    notSetUp: 'Google sign-in is not set up here. Please sign in with your email and password.',
  },

  register: {
    title: 'Create your account',
    lead: 'A few details, then you are ready to teach.',
    submit: 'Create account',
    submitting: 'Creating your account…',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    succeeded: 'Registration successful! Please check your email for the verification code.',
    failed: 'Registration failed. Please try again.',
  },

  verifyOtp: {
    title: 'Verify your email',
    lead: (email: string) => (email === '' ? 'Enter the code we sent to you.' : `Enter the code we sent to ${email}.`),
    submit: 'Verify',
    submitting: 'Verifying…',
    backToLogin: 'Back to login',
    succeeded: 'Email verified successfully! You can now sign in.',
    failed: 'Invalid OTP. Please try again.',
    resend: 'Resend code',
    resending: 'Sending a new code…',
    resendIn: (seconds: number) => `Resend code in ${seconds} s`,
    resent: 'OTP has been resent to your email.',
    resendFailed: 'Failed to resend OTP. Please try again.',
  },

  forgotPassword: {
    title: 'Forgot your password?',
    lead: 'Enter your email, and we will send you instructions to reset your password.',
    submit: 'Send instructions',
    submitting: 'Sending…',
    backToLogin: 'Back to Login',
    again: 'Send again',
    succeeded: 'If an account has this email, reset instructions are on their way.',
    failed: 'Failed to send password reset instructions. Please try again.',
  },

  resetPassword: {
    title: 'Choose a new password',
    lead: 'Choose one that you use nowhere else.',
    requestLink: 'Request a new link',
    hint: 'At least 8 characters.',
    submit: 'Reset password',
    submitting: 'Saving…',
    backToLogin: 'Back to Login',
    succeeded: 'Password reset successfully! You can now sign in.',
    failed: 'Failed to reset password. Please try again or request a new reset link.',
  },

  changePassword: {
    title: 'Change Password',
    lead: 'Choose one that you use nowhere else.',
    hint: 'At least 8 characters.',
    submit: 'Change password',
    submitting: 'Saving…',
    backToDashboard: 'Back to Dashboard',
    succeeded: 'Password changed successfully!',
    failed: 'Password change failed. Please try again.',
  },

  notice: {
    dismiss: 'Dismiss this message',
    hiddenEmail: '(hidden)',
  },

  activities: { ...terms.kinds, unknown: 'Unknown' } satisfies Record<
    components['schemas']['ActivityKind'] | 'unknown',
    string
  >,
  kindMeanings: terms.meanings satisfies Record<components['schemas']['ActivityKind'], string>,

  /** The page of this name, and links to it. */
  howDetectionWorks: { title: terms.howDetectionWorks },

  notFound: {
    title: 'Page not found',
    lead: 'There is no page at this address. It may have been mistyped, or the page has moved.',
    home: 'Go to Vigil',
  },

  report: {
    link: 'Report a problem',
    hint: 'Vigil can save a file for your support team with your recent steps and the server’s answers. Passwords, codes, names and emails are masked, and nothing is sent automatically.',
    save: 'Save the file',
    failed: 'The file could not be created. Please check your connection and try again.',
    saved: (file: string) => `Saved as ${file}. Please send it to your support team.`,
  },

  crash: {
    title: 'Something went wrong',
    lead: 'Vigil ran into an unexpected problem. Your data is safe.',
    reload: 'Reload the page',
  },

  loadingPage: 'Loading…',

  pageCode: {
    title: 'Page not loaded',
    failed: 'This page could not be loaded. Please check your connection.',
    retry: 'Try again',
    retrying: 'Trying again…',
  },
} as const;

/** The texts in the teachers' language. */
export const messages = inTeachersLanguage(englishMessages);
