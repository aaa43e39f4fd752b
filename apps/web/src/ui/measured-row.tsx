import { Sparkline } from './sparkline.tsx'
import classes from './measured-row.module.css'
import textStyles from './text-styles.module.css'

interface MeasuredRowProps {
  title: string
  caption: string
  values: readonly number[]
  /** What the line shows, for who cannot see it. */
  valuesLabel: string
  /** The measured value and its interval, as they are shown. */
  value: string
  interval: string
  /** Whether the value is more than chance. */
  isSure: boolean
}

/** One measured thing in a line: what it is, its last days, the value with its interval. Links stand around it. */
export const MeasuredRow = ({ title, caption, values, valuesLabel, value, interval, isSure }: MeasuredRowProps) => (
  <span className={classes.row}>
    <span className={classes.words}>
      <span className={`${textStyles.strong} ${textStyles.breakable}`}>{title}</span>
      <span className={classes.caption}>{caption}</span>
    </span>
    <Sparkline values={values} label={valuesLabel} />
    <span className={classes.measured}>
      <span className={classes.value} data-sure={isSure}>
        {value}
      </span>
      <span className={`${textStyles.note} ${textStyles.tabular}`}>{interval}</span>
    </span>
  </span>
)
