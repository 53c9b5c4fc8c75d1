/** A spinner, hidden from screen readers: the text beside it says what is happening. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-[1.125em] shrink-0 animate-spin rounded-pill border-2 border-current border-r-transparent"
    />
  );
}
