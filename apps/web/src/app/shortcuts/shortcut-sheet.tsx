import { Box, Flex, Kbd, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type Command, useAllowedCommands } from '../palette/command.ts'
import { createPageCommands } from '../pages.ts'
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
      {createShortcutGroups(isApple() ? '⌘' : 'Ctrl', usePagesWithKeys()).map(({ title, shortcuts }) => (
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
      To turn off single-key shortcuts, open search with {isApple() ? '⌘' : 'Ctrl'} K and type “single keys”.
    </Box>
  </Modal>
)

/** The pages that two keys open and that the person may use. */
const usePagesWithKeys = (): readonly Command[] => {
  const navigate = useNavigate()
  const isAllowed = useAllowedCommands()
  return createPageCommands({ navigate }).filter((command) => command.keys !== undefined && isAllowed(command))
}

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

export const createShortcutGroups = (mod: string, pages: readonly Command[]): readonly ShortcutGroup[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [`${mod}+K`], does: 'Search, open a page or run a command' },
      { keys: ['/'], does: 'The same with a single key' },
      { keys: ['S'], does: 'Save this signal, or the one in the focused row' },
      { keys: ['A'], does: 'Add the report or the focused document to a story' },
      { keys: ['C'], does: 'Open the comments on the page, or on the focused row' },
      { keys: ['Z'], does: 'Undo the last action' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['Esc'], does: 'Close the dialog or panel' },
    ],
  },
  { title: 'Go to', shortcuts: pages.map(({ title, keys = '' }) => ({ keys: [keys.toUpperCase()], does: title })) },
  {
    title: 'Documents in a report',
    shortcuts: [
      { keys: ['J', 'K'], does: 'Next or previous document' },
      { keys: ['O'], does: 'Read it next to the list' },
      { keys: ['Enter'], does: "Open it on the publisher's site" },
      { keys: ['Esc'], does: 'Close the document, then the list' },
    ],
  },
  {
    title: 'Zeus',
    shortcuts: [
      { keys: ['Enter'], does: 'Send the question' },
      { keys: ['Shift+Enter'], does: 'Start a new line' },
      { keys: ['/'], does: 'Show commands, at the start of a question' },
      { keys: ['@'], does: 'Mention a signal, a portfolio or a project' },
      { keys: ['Esc'], does: 'Stop the answer' },
    ],
  },
  {
    title: 'News',
    shortcuts: [
      { keys: ['J', 'K'], does: 'Next or previous article' },
      { keys: ['O'], does: 'Read it next to the list, or close it' },
      { keys: ['M'], does: 'Mark it as read or unread' },
      { keys: ['S'], does: 'Save it for later, or remove it' },
      { keys: ['V'], does: "Open it on the publisher's site" },
    ],
  },
  {
    title: 'Stories',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Move the focused card' },
      { keys: ['Esc'], does: 'Stop editing, or leave the presentation' },
      { keys: ['→', 'Space'], does: 'Next slide' },
      { keys: ['F'], does: 'Full screen' },
    ],
  },
  {
    title: 'Charts, maps and lists',
    shortcuts: [
      { keys: ['←', '→', '↑', '↓'], does: 'Next day, marker or item' },
      { keys: ['Home', 'End'], does: 'First or last' },
      { keys: ['Enter'], does: 'Open it' },
    ],
  },
]
