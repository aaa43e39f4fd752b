import { createFileRoute } from '@tanstack/react-router'
import { StoriesPage } from '../../features/stories/stories-page.tsx'
import { storiesSearchSchema } from '../../features/stories/stories.search.ts'

export const Route = createFileRoute('/stories/')({ validateSearch: storiesSearchSchema, component: StoriesPage })
