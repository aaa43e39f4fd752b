import { useNavigate } from '@tanstack/react-router'
import { FailureView } from '../../lib/failure-view.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import type { TopicSearch } from './explore.search.ts'
import { SearchProgressView } from './search-progress-view.tsx'
import { SparseView } from './sparse-view.tsx'
import type { SearchProgress } from './use-search.ts'

interface SearchOutcomeProps {
  term: string
  search: TopicSearch
  progress: SearchProgress
  onRestart: () => void
}

/** The right view for how far the search is. */
export const SearchOutcome = ({ term, search, progress, onRestart }: SearchOutcomeProps) => {
  const navigate = useNavigate()
  const toHome = () => void navigate({ to: '/', search })
  switch (progress.kind) {
    case 'starting':
    case 'running':
    case 'complete':
      return (
        <SearchProgressView
          term={term}
          state={progress.kind === 'starting' ? undefined : progress.search}
          onCancelled={toHome}
        />
      )
    case 'sparse':
      return <SparseView term={term} search={search} state={progress.search} />
    case 'cancelled':
      return (
        <ErrorView
          level={1}
          message="The search was cancelled"
          detail="Documents that had arrived stay in the library."
          onRetry={onRestart}
          onCancel={toHome}
        />
      )
    case 'timedOut':
      return (
        <ErrorView
          level={1}
          message="The search takes too long"
          detail="It was given up after ten minutes. Fewer sources or a shorter time span help."
          onRetry={onRestart}
          onCancel={toHome}
        />
      )
    case 'failed':
      return (
        <FailureView
          level={1}
          error={progress.error}
          onRetry={onRestart}
          onReload={() => window.location.reload()}
          onCancel={toHome}
        />
      )
  }
}
