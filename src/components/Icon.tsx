import { classes } from './classes';

const drawings = {
  alert: 'M12 3.5 21.5 20h-19zM12 10v4.5M12 17.4v.1',
  back: 'M20 12H4.5M11 5l-7 7 7 7',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4',
  cameraOff: 'M4 4l16 16M10 7h5v4.5l6-3.5v8l-3-1.7M15 17H3V7h3.5',
  check: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM8 12.3l2.8 2.8L16 9.6',
  chevronDown: 'M6 9.5l6 6 6-6',
  chevronLeft: 'M14.5 6l-6 6 6 6',
  chevronRight: 'M9.5 6l6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
  door: 'M6 21V3.5h12V21M3.5 21h17M14.3 12.5v.1',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  eyeOff:
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.3 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4-.9M10 10a2.9 2.9 0 0 0 4 4',
  help: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.1',
  hourglass: 'M6.5 3h11M6.5 21h11M8 3v3.5l4 5.5 4-5.5V3M8 21v-3.5l4-5.5 4 5.5V21',
  info: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 11v5.5M12 7.7v.1',
  invite: 'M12.5 7.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM2.5 20a6.5 6.5 0 0 1 13 0M19 8v6M16 11h6',
  leave: 'M13 4H5v16h8M10.5 12H21M17 8l4 4-4 4',
  lessons: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 7v5.3l3.5 2',
  logs: 'M8.5 6H20M8.5 12H20M8.5 18H20M4 6h.1M4 12h.1M4 18h.1',
  minus: 'M5 12h14',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z',
  overview: 'M4 4h7v7H4zM13 4h7v4.5h-7zM13 11h7v9h-7zM4 13.5h7V20H4z',
  pageOff: 'M4 4l16 16M8.5 5H21v12.5M17.5 19H3V6.5M11.5 9.5H21',
  pass: 'M3.5 6h17v12h-17zM8 12l3 3 5.5-6',
  pause: 'M9 5.5v13M15 5.5v13',
  person: 'M16 7.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  personOff: 'M12.5 7.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM2.5 20a6.5 6.5 0 0 1 13 0M16.5 9.5l5 5M21.5 9.5l-5 5',
  plus: 'M12 5v14M5 12h14',
  projector: 'M3 5h18v11H3zM8 20l4-4 4 4M12 3v2',
  refused: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM5.7 5.7l12.6 12.6',
  search: 'M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM15.3 15.3 20.5 20.5',
  sidebar: 'M4 5h16v14H4zM9.5 5v14',
  students:
    'M12.5 7.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  unreachable: 'M2 8.5a15 15 0 0 1 20 0M5.5 12.4a10 10 0 0 1 13 0M9 16.2a4.5 4.5 0 0 1 6 0M12 19.8v.1M4 3l16 18',
} as const;

export type IconName = keyof typeof drawings;

/** An icon, 1.25 em large, in the current text colour. Hidden from screen readers. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes('size-[1.25em] shrink-0', className)}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
