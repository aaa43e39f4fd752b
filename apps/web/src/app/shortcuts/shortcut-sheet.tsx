import { Box, Flex, Kbd, Modal } from '@mantine/core'
import { createShortcutGroups } from './shortcuts.ts'
import classes from './shortcut-sheet.module.css'
import textStyles from '../../ui/text-styles.module.css'

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Every key that does something. */
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
          <Box component="h3" fz={14} mb={8}>
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
