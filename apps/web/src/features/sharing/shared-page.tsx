import {
  type Portfolio,
  type SharedItem,
  type SignalReport,
  type Story,
  type SharedMessage,
  type SharedThread,
  getSharedImage,
  type PortfolioTrend,
  type Project,
} from '@auspex/sdk'
import { Button, Flex, Skeleton } from '@mantine/core'
import { IconLinkOff, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, type PropsWithChildren, useCallback } from 'react'
import { useAccount } from '../../lib/people/account.tsx'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { SharedReport } from './shared-report.tsx'
import { refusalOf, sharedItemOptions } from './sharing.queries.ts'
import { Wordmark } from '../../ui/full-page.tsx'
import { citationWords } from '../../lib/words/answers.ts'
import { formatPlural, formatCount, formatGrowth, formatTone } from '../../lib/numbers/format.ts'
import { formatInstant, formatDay } from '../../lib/time/format.ts'
import { GrowingMarkdown } from '../../ui/markdown/growing-markdown.tsx'
import { InlineMarks, type RenderMarks } from '../../ui/markdown/markdown-block.tsx'
import { loadOwnPicture, type LoadPicture, PictureProvider } from '../../lib/files/pictures.tsx'
import classes from './shared-page.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { stageMeanings, stageWords } from '../../lib/words/words.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { ValueOrUnknown } from '../../ui/values.tsx'

interface SharedPageProps {
  token: string
  renderStory: (story: Story) => ReactNode
  /** Renders the text of a report. */
  renderReport: (contents: string) => ReactNode
}

/** The target of a share link: one thing to read, without anything that needs an account. */
export const SharedPage = ({ token, renderStory, renderReport }: SharedPageProps) => {
  const { isSignedIn } = useAccount()
  const { data, error, refetch, isFetching } = useQuery(sharedItemOptions(useClient(), token, isSignedIn))
  return (
    <SharedFrame title={data === undefined ? null : titleOf(data)}>
      {data !== undefined ? (
        <Item item={data} renderStory={renderStory} renderReport={renderReport} />
      ) : error && !isFetching ? (
        <Refusal error={error} onRetry={() => void refetch()} />
      ) : (
        <SharedSkeleton />
      )}
    </SharedFrame>
  )
}

const Item = ({ item, renderStory, renderReport }: { item: SharedItem } & Omit<SharedPageProps, 'token'>) => {
  switch (item.kind) {
    case 'story':
      return renderStory(item.story)
    case 'signal':
      return <SharedReport report={item.report} />
    case 'portfolio':
      return <SharedPortfolio portfolio={item.portfolio} />
    case 'project':
      return <SharedProject project={item.project} portfolios={item.portfolios} />
    case 'thread':
      return <SharedConversation thread={item} />
    case 'report':
    default:
      return (
        <article className={classes.report}>
          <h1>{item.title}</h1>
          {renderReport(item.contents)}
        </article>
      )
  }
}

const titleOf = (item: SharedItem): string => {
  switch (item.kind) {
    case 'story':
      return item.story.displayTitle
    case 'signal':
      return titleOfReport(item.report)
    case 'portfolio':
      return titleOfPortfolio(item.portfolio)
    case 'project':
      return item.project.displayTitle
    case 'thread':
    case 'report':
    default:
      return item.title
  }
}

const titleOfReport = ({ query }: SignalReport) => query.title
const titleOfPortfolio = ({ title }: Portfolio) => title

/** Why there is nothing to read. An invalid, expired or revoked link has the same message, so that it reveals nothing. */
const Refusal = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { isSignedIn, signIn } = useAccount()
  const refusal = refusalOf(error)
  if (refusal === 'ended')
    return (
      <EmptyState
        level={1}
        icon={<IconLinkOff size={22} aria-hidden />}
        title="This link does not work"
        text={
          isSignedIn
            ? 'It may have expired, been revoked, or be for people of another organization. Ask the sender for a new one.'
            : 'It may have expired or been revoked, or the address may be incomplete. Ask the sender for a new one.'
        }
      />
    )
  if (refusal === 'members-only')
    return (
      <EmptyState
        level={1}
        icon={<IconLock size={22} aria-hidden />}
        title="Sign in to read this"
        text="This link is for people in the sender’s organization."
        action={<Button onClick={() => void signIn()}>Sign in</Button>}
      />
    )
  return <ErrorView level={1} {...describeFailure(error)} onRetry={onRetry} />
}

const SharedSkeleton = () => (
  <Flex component="output" direction="column" gap={18} aria-busy="true" aria-label="Loading what was shared">
    <Skeleton height={44} width="min(520px, 90%)" />
    <Skeleton height={90} radius={12} />
    <Skeleton height={300} radius={12} />
    <Skeleton height={160} radius={12} />
  </Flex>
)

/**
 * A minimal page: the name of the product, the shared thing, and nothing to press. Search engines do not index it, and linked
 * sites do not learn its address.
 */
const SharedFrame = ({ title, children }: { title: string | null; children: ReactNode }) => {
  const { isSignedIn } = useAccount()
  return (
    <>
      <title>{title === null ? 'Shared · Auspex' : `${title} · Auspex`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <header className={classes.header}>
        <Wordmark />
        <span className={textStyles.caption}>Shared with you, read only</span>
        {isSignedIn && (
          // A full page load: the app opened for a link has no state for the person's own pages.
          <a className={`${textStyles.link} ${classes.own}`} href="/">
            Your Auspex
          </a>
        )}
      </header>
      <main id="content" className={classes.page}>
        {children}
      </main>
    </>
  )
}

/** A conversation with Zeus at the time of sharing: questions, answers, and the sources of each answer. */
const SharedConversation = ({ thread: { title, sharedAt, messages, messageCount } }: { thread: SharedThread }) => {
  const earlier = messageCount - messages.length
  return (
    <article className={classes.report}>
      <div>
        <h1>{title}</h1>
        <p className={textStyles.soft}>A conversation with Zeus, as it was on {formatInstant(sharedAt)}</p>
      </div>
      {earlier > 0 && (
        <p className={textStyles.note}>{formatPlural(earlier, 'earlier message')} of it are not shown.</p>
      )}
      {messages.length === 0 && <p className={textStyles.soft}>It had no messages yet.</p>}
      {messages.map((message) =>
        message.role === 'user' ? (
          <section key={message.timestamp} aria-label="Question" className={classes.question}>
            <p>{message.content}</p>
          </section>
        ) : (
          <SharedAnswer key={message.timestamp} message={message} />
        ),
      )}
    </article>
  )
}

const SharedAnswer = ({ message: { content, citations, state } }: { message: SharedMessage }) => {
  const id = useId()
  const renderMarks: RenderMarks = (numbers) => {
    const citedNumbers = numbers.filter((number) => citations.some((citation) => citation.number === number))
    if (citedNumbers.length === 0) return null
    return citedNumbers.map((number) => (
      <sup key={number} className={classes.mark}>
        <a href={`#${id}-${number}`} aria-label={`Source ${number}`}>
          {number}
        </a>
      </sup>
    ))
  }
  return (
    <section aria-label="Answer">
      <InlineMarks value={renderMarks}>
        <GrowingMarkdown text={content} isGrowing={false} topLevel={2} />
      </InlineMarks>
      {state !== 'complete' && <p className={textStyles.note}>This answer is incomplete.</p>}
      {citations.length > 0 && (
        <ol className={`${textStyles.caption} ${classes.sources}`} aria-label="Sources of the answer">
          {citations.map((citation) => (
            <li key={citation.number} id={`${id}-${citation.number}`} value={citation.number}>
              {citationWords(citation)}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Fetches pictures of the shared thing with the link's token; for members-only links it tries the member's own access. */
export const SharedPictures = ({ token, children }: PropsWithChildren<{ token: string }>) => {
  const client = useClient()
  const { isSignedIn } = useAccount()
  const load = useCallback<LoadPicture>(
    async (imageId, signal) => {
      try {
        return await getSharedImage(token, imageId, { client, signal })
      } catch (error) {
        if (!isSignedIn) throw error
        return loadOwnPicture(client)(imageId, signal)
      }
    },
    [client, token, isSignedIn],
  )
  return <PictureProvider load={load}>{children}</PictureProvider>
}

/** A portfolio: each of its signals in a row. */
const SharedPortfolio = ({ portfolio, level = 1 }: { portfolio: Portfolio; level?: 1 | 2 }) => {
  const Heading = `h${level}` as const
  const { title, trends, trendCount, updatedAt } = portfolio
  return (
    <article className={classes.report}>
      <div>
        <Heading>{title}</Heading>
        <p className={textStyles.soft}>
          {formatPlural(trendCount, 'signal')} · changed {formatDay(updatedAt)}
        </p>
      </div>
      {trends.length > 0 && (
        <DataTable caption={`Signals of ${title}`} columns={columns} rows={trends} rowKey={({ id }) => id} />
      )}
    </article>
  )
}

const SharedProject = ({ project, portfolios }: { project: Project; portfolios: readonly Portfolio[] }) => (
  <div className={classes.report}>
    <h1>{project.displayTitle}</h1>
    {portfolios.length === 0 && <p className={textStyles.soft}>This project has no portfolios.</p>}
    {portfolios.map((portfolio) => (
      <SharedPortfolio key={portfolio.id} portfolio={portfolio} level={2} />
    ))}
  </div>
)

const growthOf = ({ momentum }: PortfolioTrend) => momentum && formatGrowth(momentum)

const columns: readonly TableColumn<PortfolioTrend>[] = [
  { key: 'title', title: 'Signal', renderCell: ({ title }) => title },
  {
    key: 'level',
    title: 'A day',
    numeric: true,
    renderCell: ({ level }) => <ValueOrUnknown value={level?.average ?? null} format={formatCount} />,
  },
  {
    key: 'growth',
    title: 'Growth',
    numeric: true,
    renderCell: (trend) => {
      const growth = growthOf(trend)
      return growth === null ? (
        <span className={textStyles.quiet}>unknown</span>
      ) : (
        <span className={textStyles.figure} data-sure={growth.isSure} title={`95% interval ${growth.interval}`}>
          {growth.value}
        </span>
      )
    },
  },
  {
    key: 'stage',
    title: 'Stage',
    renderCell: ({ stage }) => (
      <span title={stage === null ? undefined : stageMeanings[stage]}>
        <ValueOrUnknown value={stage} format={(value) => stageWords[value]} />
      </span>
    ),
  },
  {
    key: 'tone',
    title: 'Tone',
    numeric: true,
    renderCell: ({ tone }) => <ValueOrUnknown value={tone?.value ?? null} format={formatTone} />,
  },
  {
    key: 'sparkline',
    title: 'Lately',
    renderCell: ({ sparkline, title }) => (
      <Sparkline values={sparkline.map(({ documents }) => documents)} label={`${title}, documents a day`} />
    ),
  },
]
