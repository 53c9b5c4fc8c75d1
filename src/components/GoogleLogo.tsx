/** Google's four-coloured G, for the sign-in button. */
export function GoogleLogo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="none" strokeWidth="4" className="size-[1.25em] shrink-0">
      <path d="M5.5 7.8A8 8 0 0 1 17.7 6.3" stroke="#ea4335" />
      <path d="M5.5 16.2a8 8 0 0 1 0-8.4" stroke="#fbbc05" />
      <path d="M17.7 17.7A8 8 0 0 1 5.5 16.2" stroke="#34a853" />
      <path d="M12 12h8a8 8 0 0 1-2.3 5.7" stroke="#4285f4" />
    </svg>
  );
}
