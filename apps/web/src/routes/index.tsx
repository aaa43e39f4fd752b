import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../features/explore/home-page.tsx'
import { topicSearchSchema } from '../features/explore/explore.search.ts'

export const Route = createFileRoute('/')({
  validateSearch: topicSearchSchema,
  component: HomePage,
})
