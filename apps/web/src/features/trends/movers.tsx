import type { Topic, Category } from '@auspex/sdk'
import { Box, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PropsWithChildren } from 'react'
import { formatGrowth } from '../../lib/numbers/format.ts'
import { RovingList } from '../../ui/roving-list.tsx'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

const maxMovers = 3
/** Growth over fewer documents is noise, whatever its interval. */
const minDocuments = 10

/** The first growing topics of these categories; they come in the order of certain growth. */
export const findMovers = (topics: readonly Topic[], categoryIds: readonly string[]): Topic[] =>
  topics
    .filter(
      ({ category, momentum }) =>
        momentum !== null &&
        momentum.value > 1 &&
        momentum.n >= minDocuments &&
        category !== null &&
        categoryIds.includes(category),
    )
    .slice(0, maxMovers)

/** Splits a list into entries with movers and quiet entries, both in the given order. */
export const separateQuiet = <Item,>(
  items: readonly Item[],
  listMovers: (item: Item) => readonly Topic[],
): { withMovers: readonly { item: Item; movers: readonly Topic[] }[]; quiet: readonly Item[] } => {
  const all = items.map((item) => ({ item, movers: listMovers(item) }))
  return {
    withMovers: all.filter(({ movers }) => movers.length > 0),
    quiet: all.filter(({ movers }) => movers.length === 0).map(({ item }) => item),
  }
}

/** A few topics with their growth; each shows the reason on hover and links to its search. */
export const MoverList = ({ topics, label }: { topics: readonly Topic[]; label: string }) => (
  <RovingList mx={-8} aria-label={label}>
    {topics.map(({ signalId, term, title, momentum, why }) => (
      <li key={signalId}>
        <Link
          className={`${textStyles.plain} ${surfaces.hover} ${surfaces.choice}`}
          to="/search"
          search={{ term: term ?? title }}
          title={why}
        >
          <Box component="span" className={textStyles.breakable} miw={0}>
            {title}
          </Box>
          {momentum && <Growth {...momentum} />}
        </Link>
      </li>
    ))}
  </RovingList>
)

const Growth = (momentum: NonNullable<Topic['momentum']>) => {
  const { value, interval, isSure } = formatGrowth(momentum)
  return (
    <span className={`${textStyles.figure} ${textStyles.nowrap}`} data-sure={isSure}>
      {value}{' '}
      <Box component="span" className={textStyles.caption} fw={400}>
        {interval}
      </Box>
    </span>
  )
}

/** Categories in a line, each linking to its details. */
export const CategoryChips = ({ categories, label }: { categories: readonly Category[]; label: string }) => (
  <RovingList wraps gap={8} aria-label={label}>
    {categories.map(({ id, name }) => (
      <li key={id}>
        <Link className={surfaces.chip} to="/trends" search={{ view: 'categories', category: id }}>
          {name}
        </Link>
      </li>
    ))}
  </RovingList>
)

/** Shown for categories and industries without any topic to show. */
const quietReason = `No term with at least ${minDocuments} documents in the two periods compared grew.`

/** Entries without content, in a few lines: sixteen empty cards would hide the two with content. */
export const QuietSection = ({ isFirst, children }: PropsWithChildren<{ isFirst: boolean }>) => (
  <Stack component="section" gap={10} mt={isFirst ? 0 : 32}>
    <Box component="h3" className={textStyles.title} fz="lead">
      Quiet
    </Box>
    <p className={textStyles.caption}>{quietReason}</p>
    {children}
  </Stack>
)
