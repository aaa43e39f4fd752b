import { Modal } from '@mantine/core'
import type { UserProfile } from '@auspex/sdk'
import { PreferenceSelector } from './preference-selector.tsx'

/** What a person works on, available from any page. */
export const PreferencesDialog = ({ user, onClose }: { user: UserProfile; onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Your preferences" closeButtonProps={{ 'aria-label': 'Close the preferences' }}>
    <PreferenceSelector user={user} />
  </Modal>
)
