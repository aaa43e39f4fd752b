import { createFileRoute } from '@tanstack/react-router'
import { literatureSearchSchema } from '../features/clinical/clinical.search.ts'
import { LiteraturePage } from '../features/clinical/literature-page.tsx'

export const Route = createFileRoute('/literature')({
  validateSearch: literatureSearchSchema,
  component: LiteraturePage,
})
