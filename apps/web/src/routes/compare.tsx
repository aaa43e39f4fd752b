import { createFileRoute } from '@tanstack/react-router'
import { ComparePage } from '../features/compare/compare-page.tsx'
import { compareSearchSchema } from '../features/compare/compare.search.ts'
import { SignalPicker } from '../features/explore/signal-picker.tsx'

const CompareRoute = () => <ComparePage renderPicker={(picker) => <SignalPicker {...picker} />} />

export const Route = createFileRoute('/compare')({ validateSearch: compareSearchSchema, component: CompareRoute })
