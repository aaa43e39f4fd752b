import { Box, Button, Flex, Skeleton, Stack } from '@mantine/core'
import { cancelSearch, type SearchState } from '@auspex/sdk'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { formatCount, formatPlural } from '../../lib/format.ts'
import { statusWords } from '../../lib/words.ts'
import { useSourceNames } from '../../lib/source-names.ts'
import { captionOf } from './query-caption.ts'
import { SourceRunList } from './source-run-list.tsx'
import { Bar } from '../../ui/bar.tsx'
import textStyles from '../../ui/text-styles.module.css'

interface SearchProgressViewProps {
  term: string
  /** Undefined until the server has accepted the search. */
  state: SearchState | undefined
  onCancelled: () => void
}

/** The search as it runs: every source with its count, time and state. */
export const SearchProgressView = ({ term, state, onCancelled }: SearchProgressViewProps) => {
  const client = useClient()
  const nameSource = useSourceNames()
  const cancel = useMutation({
    mutationFn: (requestId: string) => cancelSearch(requestId, { client }),
    onSettled: onCancelled,
  })
  const runs = state?.sources ?? []
  const answerCount = runs.filter((run) => statusWords[run.status].state !== 'waiting').length
  const documentCount = runs.reduce((sum, run) => sum + run.documentsSeen, 0)
  const caption = state && captionOf(state.query, nameSource)
  return (
    <Stack gap={16} pt={16} aria-busy="true">
      <Flex component="header" gap={24} align="flex-start" justify="space-between">
        <Box miw={0}>
          <Box component="p" className={textStyles.eyebrow} mb={4}>
            Searching
          </Box>
          <Box component="h1" className={textStyles.breakable} fz={30} lh={1.2}>
            {state?.query.title ?? term}
          </Box>
          {caption && (
            <Box component="p" className={textStyles.quiet} mt={6} fz={14}>
              {caption}
            </Box>
          )}
        </Box>
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => (state ? cancel.mutate(state.request_id) : onCancelled())}
        >
          Cancel
        </Button>
      </Flex>
      <Box component="output" className={`${textStyles.soft} ${textStyles.tabular}`} m={0}>
        {state
          ? `${answerCount} of ${formatPlural(runs.length, 'source')} answered, ${formatPlural(documentCount, 'document')} so far`
          : 'Asking the sources'}
        {state && state.matched !== null ? `, ${formatCount(state.matched)} match` : ''}
      </Box>
      <Bar part={Math.max(0.04, answerCount / Math.max(1, runs.length))} height={4} />
      {runs.length > 0 ? <SourceRunList runs={runs} /> : <Skeleton height={180} radius={12} />}
      <Box component="p" className={textStyles.quiet} mt={6} fz={14}>
        The report opens by itself. A source that fails does not stop the search; the report says what is missing.
      </Box>
    </Stack>
  )
}
