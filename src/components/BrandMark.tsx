/** The logo: a V holding a light. The same drawing as public/favicon.svg. */
export function BrandMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8 shrink-0">
      <rect width="32" height="32" rx="8" className="fill-brand stroke-on-brand/20" />
      <path
        d="M7.5 10.5 16 24.5l8.5-14"
        fill="none"
        className="stroke-on-brand"
        strokeWidth="3.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="9.75" r="3.25" className="fill-lamp" />
    </svg>
  );
}
