import { createFileRoute } from '@tanstack/react-router'
import { HashtagsPage } from '../../features/hashtags/hashtags-page.tsx'
import { hashtagsSearchSchema } from '../../features/hashtags/hashtags.search.ts'

export const Route = createFileRoute('/hashtags/')({
  validateSearch: hashtagsSearchSchema,
  component: HashtagsPage,
})
