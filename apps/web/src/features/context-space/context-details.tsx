import type { ContextPoint, ContextSpace } from '@auspex/sdk'
import { Box, Button, Stack, UnstyledButton, Flex, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFiles, IconSearch, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import {
  formatCount,
  formatTimes,
  formatPlural,
  formatRatio,
  formatShare,
  formatTone,
} from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { SmallFailure } from '../../ui/error-view.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { ValueOrUnknown, HighlightedText } from '../../ui/values.tsx'
import classes from './context-space.module.css'
import { evidenceSearch, type Passage, passagesOptions } from './context-space.queries.ts'
import { groupColour, groupNames } from './map-view.ts'

/** Milliseconds that a context must stay selected before its passages are fetched, because the arrow keys pass over many. */
const selectionPauseMs = 250
const maxPassages = 3

/** Verbatim passages in which the context occurs; each opens its document. */
const ContextPassages = ({ signalId, point }: { signalId: string; point: ContextPoint }) => {
  const client = useClient()
  const [settledPoint] = useDebouncedValue(point, selectionPauseMs)
  const isCurrent = settledPoint.id === point.id
  const { data, error, refetch } = useQuery({ ...passagesOptions(client, signalId, settledPoint), enabled: isCurrent })
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
    <p className={textStyles.note}>
      The newest documents only use other words for it. Open its documents to read them.
    </p>
  ) : (
    <Flex component="ul" direction="column" gap={12} aria-label={`Passages with ${label}`}>
      {passages.slice(0, maxPassages).map(({ document: { id, outlet, publishedAt }, text, highlights }) => (
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

interface ContextDetailsProps {
  space: ContextSpace
  point: ContextPoint | undefined
  onSelect: (id: string) => void
  onRemove: (point: ContextPoint) => void
}

/** The details and actions of the selected context; without one, how to read the map. */
export const ContextDetails = ({ space, point, onSelect, onRemove }: ContextDetailsProps) => (
  <Box component="aside" className={surfaces.panel} p={18} style={{ alignSelf: 'start' }} aria-label="Selected context">
    {point === undefined ? (
      <HowToRead space={space} onSelect={onSelect} />
    ) : (
      <Details {...{ space, point, onSelect, onRemove }} />
    )}
  </Box>
)

const Details = ({ space, point, onSelect, onRemove }: ContextDetailsProps & { point: ContextPoint }) => {
  const related = relatedTo(space, point)
  const { association } = point
  return (
    <>
      <Box component="h2" className={textStyles.breakable} fz="lead">
        {point.label}
      </Box>
      <Box component="p" className={textStyles.note} mt={2}>
        {point.kind === 'entity' ? 'Name' : 'Word or phrase'}
      </Box>
      <dl className={classes.facts}>
        <div>
          <dt>Association</dt>
          <dd>
            {formatRatio(association.value)}{' '}
            <span className={textStyles.fine}>
              {formatTimes(association.low)}–{formatTimes(association.high)}
            </span>
          </dd>
        </div>
        <div>
          <dt>Pieces</dt>
          <dd>
            {formatCount(point.stories)} <span className={textStyles.fine}>of {formatCount(association.n)} read</span>
          </dd>
        </div>
        <div>
          <dt>Mean tone</dt>
          <dd>
            <ValueOrUnknown value={point.toneMean} format={formatTone} />
          </dd>
        </div>
      </dl>
      <Stack gap={8}>
        <LinkButton
          to="/signals/$signalId"
          params={{ signalId: space.signalId }}
          search={evidenceSearch(point)}
          size="xs"
          leftSection={<IconFiles size={15} stroke={1.7} aria-hidden />}
        >
          Open its documents
        </LinkButton>
        <LinkButton
          to="/search"
          search={{ term: `"${point.label}"` }}
          preload={false}
          variant="default"
          size="xs"
          leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
        >
          Search for it
        </LinkButton>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
          onClick={() => onRemove(point)}
        >
          Remove from the map
        </Button>
      </Stack>
      <ContextPassages signalId={space.signalId} point={point} />
      {related.length > 0 && (
        <>
          <Box component="h3" className={textStyles.detail} mt={18} mb={6}>
            Mostly with
          </Box>
          <ul className={classes.related}>
            {related.map(({ other, weight }) => (
              <li key={other.id}>
                <UnstyledButton
                  mih={26}
                  fz="text"
                  className={`${textStyles.link} ${textStyles.breakable}`}
                  onClick={() => onSelect(other.id)}
                >
                  {other.label}
                </UnstyledButton>
                <span className={textStyles.fine}>{formatShare(weight)} in common</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const relatedTo = ({ links, contexts }: ContextSpace, { id }: ContextPoint) => {
  const byId = new Map(contexts.map((context) => [context.id, context]))
  return links
    .flatMap(({ source, target, weight }) => {
      const other = byId.get(source === id ? target : source)
      return (source === id || target === id) && other ? [{ other, weight }] : []
    })
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 6)
}

const shownGroups = 8

const HowToRead = ({ space, onSelect }: Pick<ContextDetailsProps, 'space' | 'onSelect'>) => {
  const names = [...groupNames(space.contexts)].toSorted(([a], [b]) => a - b).slice(0, shownGroups)
  return (
    <>
      <Box component="h2" className={textStyles.breakable} fz="lead">
        How to read it
      </Box>
      <Box component="p" className={textStyles.note} mt={2}>
        Each dot is a word or name that comes up with {space.title} more often than chance would explain; its size shows
        how many of the {formatPlural(space.documentsRead, 'piece')} read contain it. Neighbours share pieces; a large
        distance means little.
      </Box>
      <Box component="h3" className={textStyles.detail} mt={18} mb={6}>
        Groups
      </Box>
      <ul className={classes.groups}>
        {names.map(([cluster, name]) => (
          <Flex key={cluster} component="li" gap={8} align="center">
            <span className={surfaces.swatch} style={{ background: groupColour(cluster) }} aria-hidden />
            <UnstyledButton
              mih={26}
              fz="text"
              className={`${textStyles.link} ${textStyles.breakable}`}
              onClick={() => onSelect(space.contexts.find((context) => context.cluster === cluster)?.id ?? '')}
            >
              {name}
            </UnstyledButton>
          </Flex>
        ))}
      </ul>
    </>
  )
}
