import { createFileRoute } from '@tanstack/react-router'
import { PresentationPage } from '../../features/stories/present/presentation-page.tsx'
import { presentSearchSchema } from '../../features/stories/stories.search.ts'

export const Route = createFileRoute('/stories/$storyId_/present')({
  validateSearch: presentSearchSchema,
  component: PresentationPage,
})
