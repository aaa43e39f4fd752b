import { createFileRoute } from '@tanstack/react-router'
import { TrendsPage } from '../features/trends/trends-page.tsx'
import { trendsSearchSchema } from '../features/trends/trends.search.ts'

export const Route = createFileRoute('/trends')({ validateSearch: trendsSearchSchema, component: TrendsPage })
