/** Keys and what they do, as the sheet of shortcuts lists them. */
export interface Shortcut {
  /** Alternatives; the keys of one are pressed in order, or together where joined by "+". */
  readonly keys: readonly string[]
  readonly does: string
}

export interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

export const createShortcutGroups = (mod: string): readonly ShortcutGroup[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [`${mod}+K`], does: 'Search, open a page, run a command' },
      { keys: ['/'], does: 'The same, with a single key' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    title: 'Go to',
    shortcuts: [
      { keys: ['G H'], does: 'Home' },
      { keys: ['G E'], does: 'Explore' },
      { keys: ['G C'], does: 'Compare' },
      { keys: ['G M'], does: 'Monitors' },
      { keys: ['G I'], does: 'Inbox' },
      { keys: ['G T'], does: 'Trials' },
      { keys: ['G L'], does: 'Literature' },
      { keys: ['G S'], does: 'Sources' },
      { keys: ['G B'], does: 'Scoreboard of forecasts' },
    ],
  },
  {
    title: 'Documents of a report',
    shortcuts: [
      { keys: ['J', 'K'], does: 'Next or previous story' },
      { keys: ['O'], does: 'Read it beside the list' },
      { keys: ['Enter'], does: "Open its publisher's page" },
      { keys: ['Esc'], does: 'Close the text, then the list' },
    ],
  },
  {
    title: 'Charts, maps and lists',
    shortcuts: [
      { keys: ['←', '→', '↑', '↓'], does: 'Next day, marker or entry' },
      { keys: ['Home', 'End'], does: 'First or last' },
      { keys: ['Enter'], does: 'Open it' },
    ],
  },
]
