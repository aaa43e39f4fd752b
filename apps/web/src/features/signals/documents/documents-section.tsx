import { Box, Group, Skeleton, Stack } from '@mantine/core'
import { IconMessages, IconNews } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatCount, formatPlural } from '../../../lib/numbers/format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/page.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { HowCounted } from '../provenance/how-counted.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import type { SeriesRange } from '../series/use-series.ts'
import { newestStoriesOptions } from '../signals.queries.ts'
import { DocumentCard } from './document-card.tsx'
import classes from './documents.module.css'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface DocumentsSectionProps {
  signalId: string
  range: SeriesRange
}

/** The newest stories in articles beside those in discussions; the panel has them all. */
export const DocumentsSection = (props: DocumentsSectionProps) => (
  <Section
    id="documents"
    title="Documents"
    aside={<HowCounted pointer="/documents/total" name="these documents" />}
    hint="The newest of each kind. Open the panel to see, sort, filter and read them all."
  >
    <div className={layout.halves}>
      <Column
        {...props}
        group="documents"
        title="Articles and papers"
        icon={<IconNews size={20} aria-hidden />}
        empty="No articles, papers, trials or filings match. They come from news sources and imports."
      />
      <Column
        {...props}
        group="chatter"
        title="Chatter"
        icon={<IconMessages size={20} aria-hidden />}
        empty="No posts, comments or questions match. They come from forums such as Hacker News."
      />
    </div>
  </Section>
)

interface ColumnProps extends DocumentsSectionProps {
  group: 'documents' | 'chatter'
  title: string
  icon: ReactNode
  empty: string
}

const Column = ({ signalId, range: { first, last, isWhole }, group, title, icon, empty }: ColumnProps) => {
  const days = isWhole ? {} : { from: first, to: last }
  const { data, error, refetch } = useQuery(newestStoriesOptions(useClient(), signalId, { group, ...days }))
  const totals = data && (data.totals ?? { documents: data.page.total, stories: data.page.total })
  return (
    <Box miw={0}>
      <Group
        className={`${textStyles.strong} ${classes.sectionHead}`}
        gap={16}
        align="baseline"
        wrap="nowrap"
        justify="space-between"
      >
        <h3>{title}</h3>
        {totals && totals.documents > 0 && (
          <span>
            All{' '}
            <EvidenceLink
              filter={{ docs: group }}
              label={formatPlural(totals.documents, nouns[group].one, nouns[group].many)}
            >
              {formatCount(totals.documents)}
            </EvidenceLink>{' '}
            <span className={textStyles.quiet}>in {formatPlural(totals.stories, 'piece')}</span>
          </span>
        )}
      </Group>
      {error && <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />}
      {!error && totals === undefined && (
        <Stack gap={12} mt={14} role="group" aria-busy="true" aria-label={`Loading ${title.toLowerCase()}`}>
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={92} radius="md" />
          ))}
        </Stack>
      )}
      {!error && totals?.documents === 0 && <EmptyState level={3} icon={icon} title="None found" text={empty} />}
      {!error &&
        totals &&
        totals.documents > 0 &&
        data?.items.map((document) => <DocumentCard key={document.id} document={document} />)}
    </Box>
  )
}

const nouns = {
  documents: { one: 'article or paper', many: 'articles and papers' },
  chatter: { one: 'chatter document', many: 'chatter documents' },
}
