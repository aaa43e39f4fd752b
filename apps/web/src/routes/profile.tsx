import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../features/account/profile-page.tsx'
import { NotificationSettingsSection } from '../features/notifications/notification-settings.tsx'
import { PreferenceSelector } from '../features/onboarding/preference-selector.tsx'

const ProfileRoute = () => (
  <ProfilePage
    renderPreferences={(user) => <PreferenceSelector user={user} />}
    notifications={<NotificationSettingsSection />}
  />
)

export const Route = createFileRoute('/profile')({ component: ProfileRoute })
