import { Drawer } from '@mantine/core'
import { ShellNavigation } from './shell-navigation.tsx'

/** The navigation of a phone. */
export const NavigationDrawer = ({ onClose }: { onClose: () => void }) => (
  <Drawer opened onClose={onClose} size={280} title="Auspex" closeButtonProps={{ 'aria-label': 'Close the menu' }}>
    <nav aria-label="Main">
      <ShellNavigation />
    </nav>
  </Drawer>
)
