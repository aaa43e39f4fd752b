import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../features/explore/home-page.tsx'
import { homeSearchSchema } from '../features/explore/explore.search.ts'
import { SinceLastVisit } from '../features/inbox/changes.tsx'
import { OnboardingLine } from '../features/onboarding/onboarding-card.tsx'

export const Route = createFileRoute('/')({
  validateSearch: homeSearchSchema,
  component: () => (
    <HomePage>
      <SinceLastVisit />
      <OnboardingLine />
    </HomePage>
  ),
})
