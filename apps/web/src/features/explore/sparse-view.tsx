import { Box, Group, Stack } from '@mantine/core'
import { IconBinoculars } from '@tabler/icons-react'
import type { SearchState } from '@auspex/sdk'
import { formatCount, formatPlural } from '../../lib/format.ts'
import { groupRuns } from '../../lib/group-runs.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AlikeRuns } from './alike-runs.tsx'
import type { TopicSearch } from './explore.search.ts'
import { SourceRunList } from './source-run-list.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface SparseViewProps {
  term: string
  search: TopicSearch
  state: SearchState
}

/** Too few documents for a report (`data-too-sparse`): what was found, and what would help. */
export const SparseView = ({ term, search, state }: SparseViewProps) => {
  const { needed, suggestions, sources } = state
  // Without the matches there would be nothing to say: unknown is not 0.
  const matches = state.matched === null ? 'Fewer documents' : formatPlural(state.matched, 'document')
  const { alone, alike } = groupRuns(sources)
  const isNarrowed =
    search.geo !== undefined ||
    search.entity !== undefined ||
    search.source !== undefined ||
    search.from !== undefined ||
    search.to !== undefined
  return (
    <Stack gap={28}>
      <EmptyState
        level={1}
        icon={<IconBinoculars size={22} aria-hidden />}
        title={`Too little is said about “${term}” to measure it`}
        text={`${matches} match; a report needs at least ${formatCount(needed)}, because smaller numbers move by chance.`}
        action={
          <Group gap="xs" justify="center">
            <LinkButton to="/" search={search}>
              Change the search
            </LinkButton>
            {isNarrowed && (
              <LinkButton to="/search" search={{ term }} variant="default">
                Search everywhere, any time
              </LinkButton>
            )}
          </Group>
        }
      />
      {suggestions.length > 0 && (
        <section className={`${surfaces.callout} ${surfaces.accent}`} aria-labelledby="sparse-help">
          <Box id="sparse-help" component="h2" mb={8} c="var(--ink)" fz={15}>
            What would help
          </Box>
          <ul className={textStyles.bullets}>
            {suggestions.map((suggestion) => (
              <li key={suggestion}>{suggestion}</li>
            ))}
          </ul>
        </section>
      )}
      {sources.length > 0 && (
        <section aria-labelledby="sparse-sources">
          <Box id="sparse-sources" component="h2" mb={10} fz={15}>
            What the sources answered
          </Box>
          <SourceRunList runs={alone}>
            {alike.map((runs) => (
              <AlikeRuns key={runs[0]?.source} runs={runs} />
            ))}
          </SourceRunList>
        </section>
      )}
    </Stack>
  )
}
