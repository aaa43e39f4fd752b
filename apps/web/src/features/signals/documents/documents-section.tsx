import { Box, Group } from '@mantine/core'
import { IconMessages, IconNews } from '@tabler/icons-react'
import type { ChatterSection, Document, DocumentsSection as Documents } from '@auspex/sdk'
import type { ReactNode } from 'react'
import { formatCount, formatPlural } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { HowCounted } from '../provenance/how-counted.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { DocumentCard } from './document-card.tsx'
import classes from './documents-section.module.css'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Documents of each kind that the report itself shows; the panel has them all. */
const mostDocuments = 5

/** The newest articles beside the newest chatter. */
export const DocumentsSection = ({ documents, chatter }: { documents: Documents; chatter: ChatterSection }) => (
  <Section
    id="documents"
    title="Documents"
    aside={<HowCounted pointer="/documents/total" name="these documents" />}
    hint="The newest of each; the panel lists every one and narrows them by tone, source, outlet, country and date."
  >
    <div className={layout.halves}>
      <Column
        group="documents"
        title="Articles and papers"
        items={documents.items}
        total={documents.total}
        icon={<IconNews size={20} aria-hidden />}
        empty="No article, paper, trial or filing matches. Imported documents and news sources bring them."
      />
      <Column
        group="chatter"
        title="Chatter"
        items={chatter.items}
        total={chatter.total}
        icon={<IconMessages size={20} aria-hidden />}
        empty="No post, comment or question matches. Forum sources such as Hacker News bring them."
      />
    </div>
  </Section>
)

interface ColumnProps {
  group: 'documents' | 'chatter'
  title: string
  items: readonly Document[]
  total: number
  icon: ReactNode
  empty: string
}

const Column = ({ group, title, items, total, icon, empty }: ColumnProps) => (
  <Box miw={0}>
    <Group
      className={`${textStyles.strong} ${classes.head}`}
      gap={16}
      align="baseline"
      wrap="nowrap"
      justify="space-between"
    >
      <h3>{title}</h3>
      {total > 0 && (
        <span>
          All{' '}
          <EvidenceLink filter={{ docs: group }} label={formatPlural(total, nouns[group].one, nouns[group].many)}>
            {formatCount(total)}
          </EvidenceLink>
        </span>
      )}
    </Group>
    {total === 0 ? (
      <EmptyState level={3} icon={icon} title="None found" text={empty} />
    ) : (
      items.slice(0, mostDocuments).map((document) => <DocumentCard key={document.id} document={document} />)
    )}
  </Box>
)

const nouns = {
  documents: { one: 'article or paper', many: 'articles and papers' },
  chatter: { one: 'chatter document', many: 'chatter documents' },
}
