import type { MeasureCitation, DocumentCitation, DocumentToRead, SectionName } from '@auspex/sdk'
import { Stack, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, lazy, Suspense } from 'react'
import { NumberOrigin } from '../provenance/how-counted.tsx'
import { FigureSignalContext } from '../scope.ts'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatDay, formatInstant } from '../../../lib/time/format.ts'
import { kindWords } from '../../../lib/words/words.ts'
import { HighlightedText } from '../../../ui/values.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { headingOf } from '../documents/document-words.ts'
import { citedDocumentOptions, signalReportOptions } from '../signals.queries.ts'
import textStyles from '../../../ui/text-styles.module.css'
import classes from '../documents/documents.module.css'

/** The provenance of a cited number: formula, interval, query, documents and source runs. */
export const CitedNumber = ({ signalId, section, pointer }: MeasureCitation) => (
  <FigureSignalContext value={signalId}>
    <Stack gap={16}>
      <NumberOrigin signalId={signalId} pointer={`/${section}${pointer}`} />
      <p>
        <Link className={textStyles.link} to="/signals/$signalId" params={{ signalId }} preload={false}>
          Open the report
        </Link>
      </p>
    </Stack>
  </FigureSignalContext>
)

interface CitedPassageProps {
  citation: DocumentCitation
  /** Signals in whose documents to look for it, most likely first. */
  signalIds: readonly string[]
}

/** A quoted document, scrolled to the passage. */
export const CitedPassage = ({ citation, signalIds }: CitedPassageProps) => {
  const { data, error, refetch } = useQuery(citedDocumentOptions(useClient(), signalIds, citation.documentId))
  if (data) return <Passage citation={citation} read={data.read} signalId={data.signalId} />
  if (error)
    return (
      <Stack gap={16}>
        <blockquote className={textStyles.quote}>{citation.quote}</blockquote>
        <SmallFailure
          words={`${describeFailure(error).message}. Only the words above were stored with the answer.`}
          onRetry={() => void refetch()}
        />
      </Stack>
    )
  return (
    <Stack gap={12} role="group" aria-busy="true" aria-label="Loading the document">
      <Skeleton height={30} width="80%" />
      <Skeleton height={16} width="50%" />
      <Skeleton height={180} />
    </Stack>
  )
}

interface PassageProps {
  citation: DocumentCitation
  read: DocumentToRead
  signalId: string
}

const Passage = ({ citation, read: { document, text }, signalId }: PassageProps) => {
  const body = useRef<HTMLElement>(null)
  useEffect(() => {
    body.current?.querySelector('mark')?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }, [])
  const { outlet, author, publishedAt, datePrecision, kind, language, url, title } = document
  const inTitle = citation.field === 'title' ? passageIn(title, citation) : null
  const inText = citation.field === 'body' && text ? passageIn(text.content, citation) : null
  return (
    <article className={classes.article} ref={body}>
      <h2 className={classes.readingTitle}>
        <HighlightedText text={headingOf(document).text} ranges={inTitle ? [inTitle] : []} />
      </h2>
      <p className={`${textStyles.caption} ${classes.facts}`}>
        <span>{outlet}</span>
        {author && <span>{author}</span>}
        <time dateTime={publishedAt}>
          {datePrecision === 'second' ? formatInstant(publishedAt) : formatDay(publishedAt)}
        </time>
        <span>{kindWords[kind]}</span>
      </p>
      {inTitle === null && inText === null && (
        <>
          <p className={textStyles.note}>The text has changed and no longer has the quoted words:</p>
          <blockquote className={textStyles.quote}>{citation.quote}</blockquote>
        </>
      )}
      {text === null ? (
        <p className={textStyles.note}>The source provided a title but no text.</p>
      ) : (
        <div className={textStyles.articleText} lang={language ?? undefined}>
          <HighlightedText text={text.content} ranges={inText ? [inText] : []} />
        </div>
      )}
      {text?.isCut && <p className={textStyles.note}>Only the beginning of the text is shown.</p>}
      <p>
        <Link
          className={textStyles.link}
          to="/signals/$signalId"
          params={{ signalId }}
          search={{ docs: 'all', ids: document.id, doc: document.id }}
          preload={false}
        >
          Open it among the documents of the report
        </Link>
      </p>
      <OutsideLink href={url} otherwise={null} className={classes.readingSource}>
        Read it at {outlet} <IconArrowUpRight size={16} stroke={1.8} aria-hidden />
      </OutsideLink>
    </article>
  )
}

/** The position of the quoted text: at its offsets, or else where it is found; null if the text no longer contains it. */
const passageIn = (
  text: string,
  { quote, quoteStart, quoteEnd }: DocumentCitation,
): readonly [number, number] | null => {
  if (text.slice(quoteStart, quoteEnd) === quote) return [quoteStart, quoteEnd]
  const at = text.indexOf(quote)
  return at === -1 ? null : [at, at + quote.length]
}

// The sections bring all charts, which a page of text does not need.
const FigureBody = lazy(async () => ({ default: (await import('./figure-body.tsx')).FigureBody }))

interface SectionFigureProps {
  signalId: string
  section: SectionName
  title: string
}

/** A section of a report on another page, rendered as in the report. */
export const SectionFigure = ({ signalId, section, title }: SectionFigureProps) => {
  const { data: report, error, refetch } = useQuery(signalReportOptions(useClient(), signalId))
  const waiting = <Skeleton height={260} radius={12} aria-label={`Loading ${title}`} />
  if (report)
    return (
      <Suspense fallback={waiting}>
        <FigureBody report={report} section={section} title={title} />
      </Suspense>
    )
  return error ? <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} /> : waiting
}
