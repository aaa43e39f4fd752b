import type { HashtagTrends } from '@auspex/sdk'
import { formatCount, formatGrowth, formatShare, formatShareInterval } from '../../lib/format.ts'
import textStyles from '../../ui/text-styles.module.css'
import { unitOf } from './hashtag-words.ts'
import classes from './hashtags.module.css'

/** The figures of a hashtag in a row, each with its interval or the reason why there is none. */
export const HashtagFigures = ({ trend }: { trend: HashtagTrends }) => {
  const { videos, views, creators, share, shareReason, growth, growthReason, source } = trend
  const told = growth === null ? null : formatGrowth(growth)
  return (
    <dl className={classes.figures}>
      <Figure
        name={source.unit === 'video' ? 'Videos' : 'Posts'}
        value={videos === null ? null : formatCount(videos)}
        detail={
          creators === null
            ? 'not all were read'
            : `by ${formatCount(creators)} ${creators === 1 ? 'creator' : 'creators'}`
        }
      />
      <Figure
        name="Share"
        value={share === null ? null : formatShare(share.value)}
        detail={
          share === null
            ? shareReason
            : `${formatShareInterval(share.low, share.high)} of ${formatCount(share.n)} ${unitOf(trend)}`
        }
      />
      <Figure
        name="Growth"
        value={told === null ? null : told.value}
        isSure={told?.isSure ?? false}
        detail={
          growth === null ? growthReason : `${growth.low.toFixed(2)}–${growth.high.toFixed(2)}, against the half before`
        }
      />
      <Figure
        name="Views"
        value={views === null ? null : formatCount(views)}
        detail={views === null ? 'The source does not tell them.' : 'when they were read'}
      />
    </dl>
  )
}

interface FigureProps {
  name: string
  value: string | null
  detail: string | null
  isSure?: boolean
}

const Figure = ({ name, value, detail, isSure = true }: FigureProps) => (
  <div>
    <dt className={textStyles.caption}>{name}</dt>
    <dd>
      <span className={`${textStyles.figure} ${classes.figure}`} data-sure={value !== null && isSure}>
        {value ?? 'unknown'}
      </span>
      <span className={textStyles.note}>{detail}</span>
    </dd>
  </div>
)
