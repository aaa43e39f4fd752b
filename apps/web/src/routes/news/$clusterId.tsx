import { createFileRoute } from '@tanstack/react-router'
import { NewsStoryPage } from '../../features/news/story/news-story-page.tsx'

export const Route = createFileRoute('/news/$clusterId')({ component: NewsStoryPage })
