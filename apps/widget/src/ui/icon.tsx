const paths = {
  attach: 'M21 11.5l-8.6 8.6a5 5 0 0 1-7.1-7.1l9-9a3.4 3.4 0 0 1 4.8 4.8l-8.9 8.9a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6',
  back: 'M15 5l-7 7 7 7',
  check: 'M5 13l4 4L19 7',
  close: 'M6 6l12 12M18 6L6 18',
  emoji: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 14.5c1 1.3 2.1 2 3.5 2s2.5-.7 3.5-2M9 9.5h.01M15 9.5h.01',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  menu: 'M12 5h.01M12 12h.01M12 19h.01',
  next: 'M9 5l7 7-7 7',
  send: 'M4 12l16-8-6 16-3-7z',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
} as const;

/** An icon beside text, or in a button that has a name. */
export function Icon({ name, size = 20 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-width={name === 'menu' ? 3.5 : 2}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      class={name === 'back' || name === 'next' || name === 'send' ? 'directed' : undefined}
    >
      <path d={paths[name]} />
    </svg>
  );
}
