import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../features/explore/home-page.tsx'
import { topicSearchSchema } from '../features/explore/explore.search.ts'
import { OnboardingCard } from '../features/onboarding/onboarding-card.tsx'

export const Route = createFileRoute('/')({
  validateSearch: topicSearchSchema,
  component: () => (
    <HomePage>
      <OnboardingCard />
    </HomePage>
  ),
})
