import { Box, CloseButton, Drawer, Group } from '@mantine/core'
import { Wordmark } from '../../ui/full-page.tsx'
import { ShellNavigation } from './shell-navigation.tsx'

/** The navigation on a phone, and beside a report. */
export const NavigationDrawer = ({ personId, onClose }: { personId: string; onClose: () => void }) => (
  <Drawer.Root opened onClose={onClose} size={280}>
    <Drawer.Overlay backgroundOpacity={0.3} />
    <Drawer.Content aria-label="Menu">
      <Group h="var(--header)" px={16} gap={0} wrap="nowrap" justify="space-between">
        <Wordmark />
        <CloseButton onClick={onClose} aria-label="Close the menu" />
      </Group>
      <Box component="nav" py={8} px={12} aria-label="Main">
        <ShellNavigation personId={personId} />
      </Box>
    </Drawer.Content>
  </Drawer.Root>
)
