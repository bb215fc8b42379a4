/** Strokes on a grid of 24. */
const PATHS = {
  chat: "M4 5h16v11H9l-5 4z",
  memory: "M12 5a3 3 0 1 0 0 .1M5 18a2.5 2.5 0 1 0 0 .1M19 18a2.5 2.5 0 1 0 0 .1M11 8l-5 8M13 8l5 8M8 18h8",
  review: "M5 12l4 4 10-10M4 20h16",
  maintenance: "M14 6a4 4 0 0 0 5 5l-9 9-4-4 9-9zM6 16l2 2",
  insight: "M4 20V10M10 20V4M16 20v-7M22 20H2",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  send: "M12 19V5M6 11l6-6 6 6",
  microphone: "M12 4a2 2 0 0 1 2 2v5a2 2 0 0 1-4 0V6a2 2 0 0 1 2-2M7 11a5 5 0 0 0 10 0M12 16v4M9 20h6",
  speaker: "M4 10v4h3l4 4V6L7 10zM15 9a4 4 0 0 1 0 6M17.5 6.5a8 8 0 0 1 0 11",
  stop: "M7 7h10v10H7z",
  close: "M6 6l12 12M18 6L6 18",
  search: "M11 5a6 6 0 1 0 .1 0M15.5 15.5L20 20",
  plus: "M12 5v14M5 12h14",
  edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  copy: "M9 9h10v11H9zM5 15V4h10",
  retry: "M5 12a7 7 0 1 0 2-5M5 4v4h4",
  undo: "M9 7L5 11l4 4M5 11h9a5 5 0 0 1 0 10h-2",
  eye: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12M12 10a2 2 0 1 0 .1 0",
  eyeOff:
    "M3 3l18 18M10 6.2A10 10 0 0 1 12 6c6 0 10 6 10 6a18 18 0 0 1-3 3.5M6.5 8A17 17 0 0 0 2 12s4 6 10 6a9 9 0 0 0 4-1",
  theme: "M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1",
  back: "M14 6l-6 6 6 6",
  on: "M10 6l6 6-6 6",
  clip: "M18 11l-6.5 6.5a3.5 3.5 0 0 1-5-5L14 5a2.3 2.3 0 0 1 3.3 3.3L10 15.5",
  check: "M5 13l4 4L19 7",
  branch: "M7 4v16M7 15c0-5 10-3 10-8M14 7l3-3 3 3",
  more: "M5 12h.1M12 12h.1M19 12h.1",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
