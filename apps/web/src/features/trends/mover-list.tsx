import { Box } from '@mantine/core'
import type { Topic } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatGrowth } from '../../lib/format.ts'
import { RovingList } from '../../ui/roving-list.tsx'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

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
