import type { NumberCard } from '@auspex/sdk'
import { formatCount, formatTimes, formatTone } from '../format.ts'
import { numberWords } from './card-words.ts'
import classes from './cards.module.css'
import textStyles from '../../ui/text-styles.module.css'

const intervalFormats: Record<NumberCard['measure'], (value: number) => string> = {
  documents: formatCount,
  momentum: formatTimes,
  tone: formatTone,
}

/** A number as large as it is meant, with how sure it is. */
export const NumberCardView = ({ content: { title, measure, value, low, high } }: { content: NumberCard }) => {
  const { noun, format } = numberWords[measure]
  const write = intervalFormats[measure]
  return (
    <div className={classes.number}>
      {title !== undefined && <p className={textStyles.eyebrow}>{title}</p>}
      <p className={classes.figure}>
        {value === null ? <span className={textStyles.quiet}>unknown</span> : format(value)}
      </p>
      <p className={textStyles.soft}>
        {noun}
        {low !== null && high !== null && low < high && (
          <span className={textStyles.caption}>
            {' '}
            · 95 % interval {write(low)} to {write(high)}
          </span>
        )}
        {value === null && <span className={textStyles.caption}> · too little is measured to tell</span>}
      </p>
    </div>
  )
}
