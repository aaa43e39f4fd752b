import { Flex, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatDay, formatPlural } from '../../../lib/format.ts'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { toDocumentsParams } from '../evidence.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import { copiesOptions } from '../signals.queries.ts'
import { headingOf } from './document-words.ts'
import classes from './documents.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const route = getRouteApi('/signals/$signalId')

/** All documents of the list in a story, earliest first. */
export const StoryCopies = ({ story, title }: { story: string; title: string }) => {
  const { signalId } = route.useParams()
  const search = route.useSearch()
  const { data, error, refetch } = useQuery(
    copiesOptions(useClient(), signalId, { ...toDocumentsParams(search), storyCluster: story }),
  )
  if (error) return <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={60} mt={8} radius="md" aria-label="Loading the copies" />
  const left = data.page.total - data.items.length
  return (
    <Flex
      component="ul"
      direction="column"
      gap={6}
      mt={8}
      className={classes.tellers}
      aria-label={`Copies of ${title}`}
    >
      {data.items.map((document) => (
        <li key={document.id} className={textStyles.detail}>
          <route.Link
            to="."
            search={(before) => ({ ...before, doc: document.id })}
            resetScroll={false}
            preload={false}
            className={textStyles.plain}
            title={headingOf(document).text}
          >
            <b className={textStyles.strong}>{document.outlet}</b>{' '}
            <span className={textStyles.quiet}>{formatDay(document.publishedAt)}</span>
          </route.Link>
        </li>
      ))}
      {left > 0 && (
        <li className={textStyles.detail}>
          <EvidenceLink filter={{ story }} label={`all ${formatPlural(data.page.total, 'copy', 'copies')}`}>
            {formatPlural(left, 'more copy', 'more copies')}
          </EvidenceLink>
        </li>
      )}
    </Flex>
  )
}
