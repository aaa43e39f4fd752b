import { createFileRoute } from '@tanstack/react-router'
import { HashtagPage } from '../../features/hashtags/hashtag-page.tsx'
import { hashtagSearchSchema } from '../../features/hashtags/hashtags.search.ts'

export const Route = createFileRoute('/hashtags/$tag')({
  validateSearch: hashtagSearchSchema,
  component: HashtagPage,
})
