import { Box, Button, Flex, Skeleton, Stack, VisuallyHidden, Group, UnstyledButton } from '@mantine/core'
import type { DocumentTone as Tone, SentenceTone, PublishedDocument } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState, memo } from 'react'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural, formatTone } from '../../../lib/numbers/format.ts'
import { formatDay, formatInstant } from '../../../lib/time/format.ts'
import { toneWords, kindWords } from '../../../lib/words/words.ts'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { documentToneOptions, similarDocumentsOptions } from '../signals.queries.ts'
import { countryName } from '../../../lib/places/countries.ts'
import { HighlightedText, ToneBadge } from '../../../ui/values.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { SimilarList } from '../../../ui/similar-list.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { QuoteDocument } from '../add-to-story.tsx'
import { DocumentMenu } from './delete-document.tsx'
import { copiesWords, headingOf, isCutPassage, reactionsOf } from './document-words.ts'
import { Chevron } from '../../../ui/disclosure.tsx'
import classes from './documents.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

/** How many sentences are shown at first; an article has dozens. */
const firstSentences = 6

/** The words that determine the tone of a document: its sentences, each with its own tone and those words highlighted. */
export const DocumentTone = ({ documentId }: { documentId: string }) => {
  const client = useClient()
  const { signalId } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(documentToneOptions(client, documentId, signalId))
  if (data) return <Sentences tone={data} />
  if (error)
    return (
      <Box className={surfaces.muted} mt={10} py={12} px={14}>
        <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
      </Box>
    )
  return (
    <Stack
      className={surfaces.muted}
      mt={10}
      py={12}
      px={14}
      gap={10}
      align="flex-start"
      role="group"
      aria-busy="true"
      aria-label="Loading the sentences"
    >
      <Skeleton height={14} radius="sm" />
      <Skeleton height={14} width="70%" radius="sm" />
    </Stack>
  )
}

const Sentences = ({ tone: { sentences, score, isCut } }: { tone: Tone }) => {
  const [isOpen, setOpen] = useState(false)
  const toneSentences = sentences.filter(({ words }) => words.length > 0)
  const shownSentences = isOpen ? toneSentences : toneSentences.slice(0, firstSentences)
  const neutralCount = sentences.length - toneSentences.length
  return (
    <Stack className={surfaces.muted} mt={10} py={12} px={14} gap={10} align="flex-start">
      {shownSentences.length > 0 && (
        <Flex component="ul" direction="column" gap={8} w="100%" aria-label="Sentences that set the tone">
          {shownSentences.map((sentence, at) => (
            // A sentence may occur twice in a text, and the order of the list never changes.
            <li key={at} className={classes.sentence} data-tone={sentence.label}>
              <p>
                <MarkedSentence {...sentence} />
              </p>
              <Box component="span" className={`${textStyles.soft} ${textStyles.tabular}`} flex="none" fz="fine">
                <VisuallyHidden>{toneWords[sentence.label]} </VisuallyHidden>
                {formatTone(sentence.score)}
              </Box>
            </li>
          ))}
        </Flex>
      )}
      {toneSentences.length > shownSentences.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
          Show {formatPlural(toneSentences.length - shownSentences.length, 'more sentence')}
        </Button>
      )}
      <Box component="p" className={textStyles.fine} lh={1.5}>
        {toneSentences.length === 0
          ? 'No single sentence has a word with a clear tone. '
          : `The whole text scores ${formatTone(score)}; each sentence is scored alone. `}
        {neutralCount > 0 &&
          toneSentences.length > 0 &&
          `${formatPlural(neutralCount, 'other sentence')} without such a word. `}
        {isCut && 'The rest of the text is not used for the tone.'}
      </Box>
    </Stack>
  )
}

/** The sentence with its tone words highlighted, each with its contribution. */
const MarkedSentence = ({ text, words }: SentenceTone) => {
  const parts = []
  let end = 0
  for (const { start, end: stop, valence } of words) {
    parts.push(
      text.slice(end, start),
      <mark key={start} className={classes.word} data-lean={valence < 0 ? 'negative' : 'positive'}>
        {text.slice(start, stop)}
        <Box component="span" className={`${textStyles.soft} ${textStyles.tabular}`} ml={4} fz="fine">
          {valence < 0 ? '−' : '+'}
          {Math.abs(valence).toFixed(1)}
        </Box>
      </mark>,
    )
    end = stop
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

/** Documents that are close in meaning to one, loaded when it is opened. */
export const MoreLikeThis = ({ documentId }: { documentId: string }) => {
  const { data, error, refetch } = useQuery(similarDocumentsOptions(useClient(), documentId))
  return (
    <Box className={surfaces.muted} mt={10} py={12} px={14}>
      {data ? (
        data.note === null ? (
          <SimilarList
            label="Similar documents"
            rows={data.items.slice(0, shownSimilar).map(({ document, similarity }) => ({
              id: document.id,
              title: headingOf(document).text,
              href: document.url,
              caption: `${document.outlet} · ${formatDay(document.publishedAt)}`,
              snippet: document.snippet,
              similarity,
            }))}
          />
        ) : (
          <p className={textStyles.note}>{data.note}</p>
        )
      ) : error ? (
        <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
      ) : (
        <Stack gap={10} role="group" aria-busy="true" aria-label="Loading similar documents">
          <Skeleton height={14} radius="sm" />
          <Skeleton height={14} width="70%" radius="sm" />
        </Stack>
      )}
    </Box>
  )
}

const shownSimilar = 6

interface DocumentCardProps {
  document: PublishedDocument
  /** Links to the other documents of its story. */
  linkStory?: boolean
}

/** One document: its content, publisher, time and tone. */
export const DocumentCard = memo(({ document, linkStory = false }: DocumentCardProps) => {
  const [isToneOpen, setToneOpen] = useState(false)
  const [isSimilarOpen, setSimilarOpen] = useState(false)
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
            title="Which sentences set the tone"
            onClick={() => setToneOpen(!isToneOpen)}
          >
            <ToneBadge tone={document.tone.label} label={toneWords[document.tone.label]} />{' '}
            <Box component="span" className={textStyles.tabular} fz="fine">
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
      <div className={`${textStyles.caption} ${classes.cardMeta}`}>
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
            label={`${copiesWords(document.copies)} of this text`}
          >
            {copiesWords(document.copies)}
          </EvidenceLink>
        )}
        {linkStory && (
          <EvidenceLink filter={{ story: document.storyCluster }} label="versions of the same text" quiet>
            Same text
          </EvidenceLink>
        )}
        <UnstyledButton
          className={`${textStyles.quiet} ${surfaces.hover}`}
          fz="note"
          aria-expanded={isSimilarOpen}
          onClick={() => setSimilarOpen(!isSimilarOpen)}
        >
          More like this <Chevron isOpen={isSimilarOpen} size={12} />
        </UnstyledButton>
        <QuoteDocument document={document} />
        <DocumentMenu document={document} />
      </div>
      {isSimilarOpen && <MoreLikeThis documentId={document.id} />}
    </div>
  )
})
