import { Box, Flex, Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ContextPoint } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatDay } from '../../lib/format.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { type Passage, passagesOptions } from './context-space.queries.ts'
import classes from './context-passages.module.css'
import { SmallFailure } from '../../ui/small-failure.tsx'
import textStyles from '../../ui/text-styles.module.css'

/** Milliseconds that a context stays selected before its passages are requested, because the arrow keys pass over many. */
const restMs = 250
const mostPassages = 3

/** Verbatim passages in which the context occurs; each opens its document. */
export const ContextPassages = ({ signalId, point }: { signalId: string; point: ContextPoint }) => {
  const client = useClient()
  const [rested] = useDebouncedValue(point, restMs)
  const isCurrent = rested.id === point.id
  const { data, error, refetch } = useQuery({ ...passagesOptions(client, signalId, rested), enabled: isCurrent })
  return (
    <>
      <Box component="h3" className={textStyles.detail} mt={18} mb={8}>
        In the documents
      </Box>
      {isCurrent && data ? (
        <Passages signalId={signalId} label={point.label} passages={data} />
      ) : isCurrent && error ? (
        <SmallFailure words={`${describeFailure(error).message}.`} onRetry={() => void refetch()} />
      ) : (
        <Stack gap={12} role="group" aria-busy="true" aria-label="Loading passages">
          <Skeleton height={64} radius="sm" />
          <Skeleton height={64} radius="sm" />
        </Stack>
      )}
    </>
  )
}

const Passages = ({ signalId, label, passages }: { signalId: string; label: string; passages: readonly Passage[] }) =>
  passages.length === 0 ? (
    <p className={textStyles.remark}>
      The newest documents only use other words for it. Open its documents to read them.
    </p>
  ) : (
    <Flex component="ul" direction="column" gap={12} aria-label={`Passages with ${label}`}>
      {passages.slice(0, mostPassages).map(({ document: { id, outlet, publishedAt }, text, highlights }) => (
        <li key={id}>
          <p className={classes.text}>
            <HighlightedText text={text} ranges={highlights} />
          </p>
          <Link
            className={`${textStyles.link} ${textStyles.fine} ${textStyles.breakable}`}
            to="/signals/$signalId"
            params={{ signalId }}
            search={{ docs: 'all', ids: id }}
            preload={false}
          >
            {outlet}, {formatDay(publishedAt)}
          </Link>
        </li>
      ))}
    </Flex>
  )
