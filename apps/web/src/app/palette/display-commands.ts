import { type DateStyle, setDateStyle, areSingleKeysOn, setSingleKeys } from '../../lib/storage/settings.ts'
import { focusWhenShown } from '../shell/focus-when-shown.ts'
import { type Command, type CommandTools, clearRecentCommands } from './command.ts'

const dateWords: Record<DateStyle, string> = {
  'day-first': '3 Jan 2026',
  'month-first': 'Jan 3, 2026',
  iso: '2026-01-03',
}

/** Commands for the app's appearance and the browser's page functions. */
export const createDisplayCommands = (tools: CommandTools): readonly Command[] => [
  ...createPreferenceCommands(tools),
  ...createWindowCommands(tools),
]

const createPreferenceCommands = ({ theme, setTheme, tell, openShortcuts }: CommandTools): readonly Command[] => [
  {
    id: 'theme.switch',
    title: theme === 'dark' ? 'Switch to the light theme' : 'Switch to the dark theme',
    kind: 'action',
    keywords: 'dark light colours mode night',
    run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
  },
  ...Object.entries(dateWords).map(([style, example]): Command => ({
    id: `dates.${style}`,
    title: `Show dates as ${example}`,
    kind: 'action',
    keywords: 'format language day month year',
    run: () => {
      setDateStyle(style as DateStyle) // the keys of dateWords
      tell(`Dates are now shown as ${example}.`)
    },
  })),
  {
    id: 'shortcuts.show',
    title: 'Show keyboard shortcuts',
    kind: 'action',
    keywords: 'keys help',
    keys: '?',
    run: openShortcuts,
  },
  {
    id: 'shortcuts.single-keys',
    title: areSingleKeysOn() ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts',
    kind: 'action',
    keywords: 'keyboard accessibility speech',
    run: () => {
      const isOn = !areSingleKeysOn()
      setSingleKeys(isOn)
      tell(isOn ? 'Single-key shortcuts are on.' : 'Single-key shortcuts are off. Ctrl K still works.')
    },
  },
  {
    id: 'commands.forget',
    title: 'Forget recent commands',
    kind: 'action',
    keywords: 'recent clear palette',
    run: () => {
      clearRecentCommands()
      tell('Recent commands cleared.')
    },
  },
]

const createWindowCommands = ({ router, tell }: CommandTools): readonly Command[] => [
  {
    id: 'link.copy',
    title: 'Copy the link to this page',
    kind: 'action',
    keywords: 'share address url',
    run: () => copy(window.location.href, 'Link copied.', tell),
  },
  {
    id: 'link.copy-markdown',
    title: 'Copy a Markdown link to this page',
    kind: 'action',
    keywords: 'share address url notes',
    run: () => copy(`[${document.title}](${window.location.href})`, 'Markdown link copied.', tell),
  },
  {
    id: 'title.copy',
    title: 'Copy the title of this page',
    kind: 'action',
    keywords: 'name heading',
    run: () => copy(document.title, 'Title copied.', tell),
  },
  { id: 'page.print', title: 'Print this page', kind: 'action', keywords: 'paper pdf', run: () => window.print() },
  { id: 'page.back', title: 'Go back', kind: 'action', keywords: 'previous page', run: () => router.history.back() },
  {
    id: 'page.forward',
    title: 'Go forward',
    kind: 'action',
    keywords: 'next page',
    run: () => router.history.forward(),
  },
  { id: 'page.top', title: 'Go to the top of the page', kind: 'action', run: () => window.scrollTo(0, 0) },
  {
    id: 'page.end',
    title: 'Go to the end of the page',
    kind: 'action',
    keywords: 'bottom',
    run: () => window.scrollTo(0, document.documentElement.scrollHeight),
  },
  {
    id: 'page.heading',
    title: 'Go to the page heading',
    kind: 'action',
    keywords: 'title content focus',
    run: () => void focusWhenShown('#content h1'),
  },
  {
    id: 'page.full-screen',
    title: 'Toggle full screen',
    kind: 'action',
    keywords: 'present maximize',
    run: () =>
      (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
        () => tell('Your browser does not allow full screen here.'),
      ),
  },
  {
    id: 'page.new-tab',
    title: 'Open this page in a new tab',
    kind: 'action',
    keywords: 'duplicate window',
    run: () => void window.open(window.location.href, '_blank', 'noopener'),
  },
  {
    id: 'page.reload',
    title: 'Reload the app',
    kind: 'action',
    keywords: 'restart version update',
    run: () => window.location.reload(),
  },
]

const copy = async (text: string, copied: string, tell: CommandTools['tell']): Promise<void> => {
  // Browsers refuse outside of a secure context.
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  tell(isCopied ? copied : 'Your browser does not allow copying here.')
}
