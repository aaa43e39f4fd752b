import { useNavigate } from '@tanstack/react-router'
import { describeFailure } from '../../lib/failure.ts'
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
  if (progress.kind === 'sparse') return <SparseView term={term} search={search} state={progress.search} />
  if (progress.kind === 'failed') {
    return (
      <ErrorView
        level={1}
        {...describeFailure(progress.error)}
        onRetry={onRestart}
        onReload={reloadPage}
        onCancel={toHome}
      />
    )
  }
  if (progress.kind === 'starting' || progress.kind === 'running' || progress.kind === 'complete') {
    const state = progress.kind === 'starting' ? undefined : progress.search
    return <SearchProgressView term={term} state={state} onCancelled={toHome} />
  }
  const { message, detail } = endings[progress.kind]
  return (
    <ErrorView
      level={1}
      message={message}
      detail={progress.search.message ?? detail}
      onRetry={onRestart}
      onCancel={toHome}
      autoAction={progress.kind === 'cancelled' ? { label: 'Back to the search', run: toHome } : undefined}
    />
  )
}

const reloadPage = () => window.location.reload()

const endings = {
  cancelled: { message: 'The search was cancelled', detail: 'Documents that had already arrived stay in the library.' },
  timedOut: {
    message: 'The search takes too long',
    detail: 'It was stopped after ten minutes. Fewer sources or a shorter time span help.',
  },
  ended: { message: 'Error while searching trends', detail: 'The server did not say why. Try again.' },
}
