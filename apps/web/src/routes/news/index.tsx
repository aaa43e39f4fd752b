import { createFileRoute } from '@tanstack/react-router'
import { NewsPage } from '../../features/news/news-page.tsx'
import { newsSearchSchema } from '../../features/news/news.search.ts'

export const Route = createFileRoute('/news/')({ validateSearch: newsSearchSchema, component: NewsPage })
