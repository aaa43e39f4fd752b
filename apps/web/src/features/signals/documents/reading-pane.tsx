import type { Copies, PublishedDocument, DocumentToRead } from '@auspex/sdk'
import { Box, Button, CloseButton, Group, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconArrowUpRight, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useClient } from '../../../lib/api/api.tsx'
import { CommentsIcon, useOpenComments } from '../../../lib/dialogs/comments.tsx'
import { countryName } from '../../../lib/places/countries.ts'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatCount, formatTone } from '../../../lib/numbers/format.ts'
import { formatDay, formatInstant } from '../../../lib/time/format.ts'
import { kindWords, toneWords } from '../../../lib/words/words.ts'
import { Chevron } from '../../../ui/disclosure.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { HighlightedText, ToneBadge } from '../../../ui/values.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { signalDocumentOptions } from '../signals.queries.ts'
import { QuoteDocument } from '../add-to-story.tsx'
import { DocumentTone, MoreLikeThis } from './document-card.tsx'
import { DocumentMenu } from './delete-document.tsx'
import { copiesWords, headingOf, reactionsOf } from './document-words.ts'
import classes from './documents.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const route = getRouteApi('/signals/$signalId')

interface ReadingPaneProps {
  documentId: string
  /** Its index in the list, from 0; -1 if it is not in the list. */
  at: number
  /** The number of its copies in the list; undefined if it is not in the list. */
  copies: Copies | undefined
  total: number
  onMove: (by: 1 | -1) => void
  onClose: () => void
}

/** A document beside the list: its full text, with the matches highlighted. */
export const ReadingPane = ({ documentId, at, copies, total, onMove, onClose }: ReadingPaneProps) => {
  const { signalId } = route.useParams()
  const { find } = route.useSearch()
  const openComments = useOpenComments('document', [documentId])
  const { data, error, refetch } = useQuery(signalDocumentOptions(useClient(), signalId, documentId, find))
  return (
    <section className={classes.pane} aria-label="Reading pane">
      <Group className={classes.bar} gap={6} wrap="nowrap">
        <MoveButton icon={IconArrowUp} isPossible={at > 0} onMove={() => onMove(-1)}>
          Previous
        </MoveButton>
        <MoveButton icon={IconArrowDown} isPossible={at >= 0 && at < total - 1} onMove={() => onMove(1)}>
          Next
        </MoveButton>
        {at >= 0 && (
          <Box
            component="span"
            className={`${textStyles.caption} ${textStyles.tabular} ${textStyles.nowrap}`}
            ml={6}
            visibleFrom="xs"
          >
            {formatCount(at + 1)} of {formatCount(total)}
          </Box>
        )}
        <Group ml="auto" gap={6} wrap="nowrap">
          {data && (
            <>
              <CommentsIcon
                subject={{ kind: 'document', itemId: documentId, signalId, title: headingOf(data.document).text }}
                count={openComments.get(documentId) ?? 0}
              />
              <DocumentMenu document={data.document} onDeleted={onClose} />
            </>
          )}
        </Group>
        <CloseButton aria-label="Close the reading pane" onClick={onClose} />
      </Group>
      <div
        // Each text starts at its top.
        key={documentId}
        className={classes.readingScroller}
        role="group"
        aria-label="Text"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
        tabIndex={0}
      >
        {data ? (
          <Article reading={data} copies={copies} />
        ) : error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={12} role="group" aria-busy="true" aria-label="Loading the document">
            <Skeleton height={30} width="80%" />
            <Skeleton height={16} width="50%" />
            <Skeleton height={180} />
          </Stack>
        )}
      </div>
    </section>
  )
}

interface MoveButtonProps {
  icon: Icon
  isPossible: boolean
  onMove: () => void
  children: string
}

/** Not disabled at the ends of the list: a browser removes the focus from a disabled button, and nothing would receive the keys. */
const MoveButton = ({ icon: Arrow, isPossible, onMove, children }: MoveButtonProps) => (
  <Button
    size="compact-sm"
    variant="default"
    leftSection={<Arrow size={15} aria-hidden />}
    data-disabled={!isPossible || undefined}
    aria-disabled={!isPossible}
    onClick={() => isPossible && onMove()}
  >
    {children}
  </Button>
)

/** What else is about the same; loaded when it is opened, because it compares hundreds of documents. */
const SimilarPart = ({ documentId }: { documentId: string }) => {
  const [isOpen, { toggle }] = useDisclosure()
  return (
    <Box mt={20}>
      <Button
        size="compact-sm"
        variant="default"
        aria-expanded={isOpen}
        rightSection={<Chevron isOpen={isOpen} size={13} />}
        onClick={toggle}
      >
        More like this
      </Button>
      {isOpen && <MoreLikeThis documentId={documentId} />}
    </Box>
  )
}

interface ArticleProps {
  reading: DocumentToRead
  copies: Copies | undefined
}

const Article = ({ reading: { document, text }, copies }: ArticleProps) => (
  <article className={classes.article}>
    <h2 className={textStyles.articleTitle}>
      <HighlightedText {...headingOf(document)} />
    </h2>
    <Facts document={document} copies={copies} />
    {text === null ? (
      <p className={textStyles.note}>The source provided a title but no text.</p>
    ) : (
      <div className={textStyles.articleText} lang={document.language ?? undefined}>
        <HighlightedText text={text.content} ranges={text.highlights} />
      </div>
    )}
    {text?.isCut && <p className={textStyles.note}>Only the beginning of the text is shown.</p>}
    <OutsideLink href={document.url} otherwise={null} className={classes.readingSource}>
      Read it at {document.outlet} <IconArrowUpRight size={16} stroke={1.8} aria-hidden />
    </OutsideLink>
    <SimilarPart documentId={document.id} />
  </article>
)

const Facts = ({ document, copies }: { document: PublishedDocument; copies: Copies | undefined }) => {
  const [isToneOpen, { toggle }] = useDisclosure(false)
  const { outlet, author, publishedAt, datePrecision, kind, country, engagement, tone, storyCluster } = document
  const reactions = engagement && reactionsOf(engagement)
  return (
    <>
      <p className={`${textStyles.caption} ${classes.facts}`}>
        <EvidenceLink filter={{ outlet }} label={`documents of ${outlet}`}>
          {outlet}
        </EvidenceLink>
        {author && (
          <EvidenceLink filter={{ author }} label={`documents of ${author}`}>
            {author}
          </EvidenceLink>
        )}
        <time dateTime={publishedAt}>
          {datePrecision === 'second' ? formatInstant(publishedAt) : formatDay(publishedAt)}
        </time>
        <span>{kindWords[kind]}</span>
        {country && <span>{countryName(country)}</span>}
        {reactions && <span>{reactions}</span>}
        {/* of a document that is not in the list it is not known how many have its text */}
        {(copies === undefined || copies.documents > 1) && (
          <EvidenceLink
            filter={{ story: storyCluster }}
            label={copies ? `${copiesWords(copies)} of this text` : 'the versions of this text'}
          >
            {copies ? copiesWords(copies) : 'Same text'}
          </EvidenceLink>
        )}
        {tone.score === null ? (
          <ToneBadge tone={tone.label} label={toneWords[tone.label]} title="Tone not known" />
        ) : (
          <UnstyledButton
            className={classes.readingTone}
            aria-expanded={isToneOpen}
            title="Which sentences set the tone"
            onClick={toggle}
          >
            <ToneBadge tone={tone.label} label={toneWords[tone.label]} />{' '}
            <Box component="span" className={textStyles.tabular} fz="fine">
              {formatTone(tone.score)}
            </Box>
            <Chevron isOpen={isToneOpen} size={13} />
          </UnstyledButton>
        )}
        <QuoteDocument document={document} />
      </p>
      {isToneOpen && <DocumentTone documentId={document.id} />}
    </>
  )
}
