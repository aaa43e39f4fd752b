import { Box, Group, UnstyledButton } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import type { PublishedDocument } from '@auspex/sdk'
import { memo, useState } from 'react'
import { countryName } from '../../../lib/countries.ts'
import { formatDay, formatInstant, formatTone } from '../../../lib/format.ts'
import { kindWords, toneWords } from '../../../lib/words.ts'
import { HighlightedText } from '../../../ui/highlighted-text.tsx'
import { ToneBadge } from '../../../ui/tone-badge.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { QuoteDocument } from '../story/add-to-story.tsx'
import { DocumentTone } from './document-tone.tsx'
import { copiesWords, headingOf, isCutPassage, reactionsOf } from './document-words.ts'
import classes from './documents.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { Chevron } from '../../../ui/chevron.tsx'
import surfaces from '../../../ui/surfaces.module.css'

interface DocumentCardProps {
  document: PublishedDocument
  /** Links to the other documents of its story. */
  linkStory?: boolean
}

/** One document: its content, publisher, time and tone. */
export const DocumentCard = memo(({ document, linkStory = false }: DocumentCardProps) => {
  const [isToneOpen, setToneOpen] = useState(false)
  const heading = <HighlightedText {...headingOf(document)} />
  const reactions = document.engagement && reactionsOf(document.engagement)
  return (
    <div className={classes.card}>
      <Group gap={8} align="flex-start" justify="space-between" wrap="nowrap">
        <h3 className={`${textStyles.title} ${classes.cardTitle}`}>
          <OutsideLink href={document.url} otherwise={heading}>
            {heading}
            <IconArrowUpRight size={15} stroke={1.8} aria-label="(opens the publisher's page)" />
          </OutsideLink>
        </h3>
        {document.tone.score === null ? (
          <ToneBadge tone={document.tone.label} label={toneWords[document.tone.label]} title="Tone not known" />
        ) : (
          <UnstyledButton
            className={`${surfaces.hover} ${classes.cardTone}`}
            aria-expanded={isToneOpen}
            title="Which sentences carry the tone"
            onClick={() => setToneOpen(!isToneOpen)}
          >
            <ToneBadge tone={document.tone.label} label={toneWords[document.tone.label]} />{' '}
            <Box component="span" className={textStyles.tabular} fz={12.5}>
              {formatTone(document.tone.score)}
            </Box>
            <Chevron isOpen={isToneOpen} size={13} />
          </UnstyledButton>
        )}
      </Group>
      {document.snippet && (
        <Box component="p" className={`${textStyles.text} ${textStyles.breakable}`} mt={4} lh={1.5}>
          {isCutPassage(document.snippet) && '… '}
          <HighlightedText text={document.snippet} ranges={document.highlights.snippet} />
        </Box>
      )}
      {isToneOpen && <DocumentTone documentId={document.id} />}
      <p className={`${textStyles.caption} ${classes.cardMeta}`}>
        <EvidenceLink filter={{ outlet: document.outlet }} label={`documents of ${document.outlet}`} quiet>
          {document.outlet}
        </EvidenceLink>
        {document.author && (
          <EvidenceLink filter={{ author: document.author }} label={`documents of ${document.author}`} quiet>
            {document.author}
          </EvidenceLink>
        )}
        <time
          dateTime={document.publishedAt}
          title={document.datePrecision === 'second' ? formatInstant(document.publishedAt) : undefined}
        >
          {formatDay(document.publishedAt)}
        </time>
        <span>{kindWords[document.kind]}</span>
        {document.country && <span>{countryName(document.country)}</span>}
        {reactions && <span>{reactions}</span>}
        {document.copies && document.copies.documents > 1 && (
          <EvidenceLink
            filter={{ story: document.storyCluster }}
            label={`${copiesWords(document.copies)} of this story`}
          >
            {copiesWords(document.copies)}
          </EvidenceLink>
        )}
        {linkStory && (
          <EvidenceLink filter={{ story: document.storyCluster }} label="documents of the same story" quiet>
            Same story
          </EvidenceLink>
        )}
        <QuoteDocument document={document} />
      </p>
    </div>
  )
})
