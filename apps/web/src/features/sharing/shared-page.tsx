import type { Portfolio, SharedItem, SignalReport, Story } from '@auspex/sdk'
import { Button } from '@mantine/core'
import { IconLinkOff, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAccount } from '../../lib/account.tsx'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { SharedConversation } from './shared-conversation.tsx'
import { SharedFrame } from './shared-frame.tsx'
import { SharedPortfolio, SharedProject } from './shared-portfolio.tsx'
import { SharedReport } from './shared-report.tsx'
import { SharedSkeleton } from './shared-skeleton.tsx'
import { refusalOf, sharedItemOptions } from './sharing.queries.ts'
import classes from './shared.module.css'

interface SharedPageProps {
  token: string
  renderStory: (story: Story) => ReactNode
  /** Draws the text of a report. */
  renderReport: (contents: string) => ReactNode
}

/** What a share link leads to: one thing to be read, and nothing around it that needs an account. */
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

/** Why there is nothing to read. A link that is wrong, expired or revoked is told in the same words: nobody learns which. */
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
            ? 'It may have expired, been revoked, or be for people of another organization. Ask whoever sent it for a new one.'
            : 'It may have expired or been revoked, or the address is not whole. Ask whoever sent it for a new one.'
        }
      />
    )
  if (refusal === 'members-only')
    return (
      <EmptyState
        level={1}
        icon={<IconLock size={22} aria-hidden />}
        title="Sign in to read this"
        text="This link is for people of the organization of whoever sent it."
        action={<Button onClick={() => void signIn()}>Sign in</Button>}
      />
    )
  return <ErrorView level={1} {...describeFailure(error)} onRetry={onRetry} />
}
