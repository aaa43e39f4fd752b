import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../features/account/profile-page.tsx'
import { PreferenceSelector } from '../features/onboarding/preference-selector.tsx'

export const Route = createFileRoute('/profile')({
  component: () => <ProfilePage renderPreferences={(user) => <PreferenceSelector user={user} />} />,
})
