import { Box, Flex, Kbd, Modal } from '@mantine/core'
import classes from './shortcut-sheet.module.css'
import textStyles from '../../ui/text-styles.module.css'

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Lists every keyboard shortcut. */
export const ShortcutSheet = ({ onClose }: { onClose: () => void }) => (
  <Modal
    opened
    onClose={onClose}
    title={<strong>Keyboard shortcuts</strong>}
    size={640}
    radius="lg"
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <div className={classes.groups}>
      {createShortcutGroups(isApple() ? '⌘' : 'Ctrl').map(({ title, shortcuts }) => (
        <section key={title} aria-label={title}>
          <Box component="h3" fz="text" mb={8}>
            {title}
          </Box>
          <Flex component="dl" direction="column" gap={6}>
            {shortcuts.map(({ keys, does }) => (
              <Flex key={does} gap={16} align="baseline" justify="space-between">
                <Box component="dt" className={textStyles.text}>
                  {does}
                </Box>
                <Flex component="dd" gap={4} flex="none">
                  {keys
                    .flatMap((key) => key.split(/[ +]/))
                    .map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                </Flex>
              </Flex>
            ))}
          </Flex>
        </section>
      ))}
    </div>
    <Box component="p" className={textStyles.note} mt={20}>
      Single keys can be turned off: open the commands and type “single keys”.
    </Box>
  </Modal>
)

/** A shortcut as listed on the shortcut sheet. */
interface Shortcut {
  /** Alternatives; the keys of one are pressed in order, or together if joined by "+". */
  readonly keys: readonly string[]
  readonly does: string
}

interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

export const createShortcutGroups = (mod: string): readonly ShortcutGroup[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [`${mod}+K`], does: 'Search, open a page, run a command' },
      { keys: ['/'], does: 'The same, with a single key' },
      { keys: ['S'], does: 'Save the signal of the page or of the focused row' },
      { keys: ['A'], does: 'Add the report or the focused document to a story' },
      { keys: ['Z'], does: 'Undo the action in the notice' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    title: 'Go to',
    shortcuts: [
      { keys: ['G H'], does: 'Home' },
      { keys: ['G E'], does: 'Explore' },
      { keys: ['G Z'], does: 'Zeus' },
      { keys: ['G N'], does: 'News' },
      { keys: ['G C'], does: 'Compare' },
      { keys: ['G P'], does: 'Portfolios' },
      { keys: ['G R'], does: 'Projects' },
      { keys: ['G T'], does: 'Stories' },
      { keys: ['G M'], does: 'Monitors' },
      { keys: ['G I'], does: 'Inbox' },
      { keys: ['G D'], does: 'Trials' },
      { keys: ['G L'], does: 'Literature' },
      { keys: ['G V'], does: 'Hashtags' },
      { keys: ['G S'], does: 'Sources' },
      { keys: ['G B'], does: 'Scoreboard of forecasts' },
      { keys: ['G A'], does: 'Activity' },
      { keys: ['G U'], does: 'Your profile' },
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
    title: 'Zeus',
    shortcuts: [
      { keys: ['Enter'], does: 'Send the question' },
      { keys: ['Shift+Enter'], does: 'Start a new line' },
      { keys: ['/'], does: 'Commands, at the beginning of a question' },
      { keys: ['@'], does: 'Name a signal, a portfolio or a project' },
      { keys: ['Esc'], does: 'Stop the answer' },
    ],
  },
  {
    title: 'News',
    shortcuts: [
      { keys: ['J', 'K'], does: 'Next or previous article' },
      { keys: ['O'], does: 'Read it beside the list, or close it' },
      { keys: ['M'], does: 'Mark it as read or unread' },
      { keys: ['S'], does: 'Save it for later, or take it out' },
      { keys: ['V'], does: "Open its publisher's page" },
    ],
  },
  {
    title: 'A story',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Move the card whose handle has the focus' },
      { keys: ['Esc'], does: 'Stop editing, or leave the presentation' },
      { keys: ['→', 'Space'], does: 'Next slide' },
      { keys: ['F'], does: 'Show slides in full screen' },
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
