import { Box, Flex } from '@mantine/core'
import type { GroupRef, Portfolio, PortfolioTrend } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatGrowth, formatInstant, formatPlural, formatSince } from '../../lib/format.ts'
import { usePicture } from '../../lib/picture.ts'
import { useNow } from '../../lib/use-now.ts'
import { Picture } from '../../ui/picture.tsx'
import { PortfolioMenu } from './portfolio-menu.tsx'
import { nameGroup } from './portfolios.model.ts'
import classes from './portfolios-page.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** Trends that a card has room for. */
const shownTrends = 3

/** A portfolio of the list: what it is, and how what was saved last moves. */
export const PortfolioCard = ({ portfolio, groups }: { portfolio: Portfolio; groups: readonly GroupRef[] }) => {
  const { id, title, image, trends, trendCount, updatedAt, organizationGroupId } = portfolio
  const now = useNow()
  const picture = usePicture(image)
  return (
    <li className={`${surfaces.panel} ${classes.card}`}>
      <Flex gap={14} align="flex-start">
        <Picture content={picture} title={title} />
        <Box miw={0}>
          <Box
            component="h2"
            className={`${textStyles.title} ${textStyles.breakable} ${classes.title}`}
            fz={16}
            lh={1.35}
          >
            <Link to="/portfolios/$portfolioId" params={{ portfolioId: id }}>
              {title}
            </Link>
          </Box>
          <p className={textStyles.note}>
            {[formatPlural(trendCount, 'trend'), nameGroup(organizationGroupId, groups)].join(' · ')}
          </p>
          <p className={textStyles.note}>
            <time dateTime={updatedAt} title={formatInstant(updatedAt)}>
              Changed {formatSince(updatedAt, now)}
            </time>
          </p>
        </Box>
        <div className={classes.menu}>
          <PortfolioMenu portfolio={portfolio} />
        </div>
      </Flex>
      {trends.length === 0 ? (
        <p className={`${textStyles.note} ${classes.trends}`}>Nothing saved yet</p>
      ) : (
        <ul className={classes.trends} aria-label={`In ${title}`}>
          {trends.slice(0, shownTrends).map((trend) => (
            <li key={trend.id} className={classes.trend}>
              <span className={`${textStyles.detail} ${textStyles.clip}`}>{trend.title}</span>
              <Growth trend={trend} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const Growth = ({ trend: { momentum, momentumReason, refreshedAt } }: { trend: PortfolioTrend }) => {
  if (momentum === null)
    return (
      <span className={`${textStyles.note} ${textStyles.nowrap}`} title={momentumReason ?? undefined}>
        {refreshedAt === null ? 'not measured yet' : 'unknown'}
      </span>
    )
  const { value, isSure } = formatGrowth(momentum)
  return (
    <span className={`${textStyles.figure} ${textStyles.nowrap}`} data-sure={isSure} style={{ fontSize: 13 }}>
      {value}
    </span>
  )
}
