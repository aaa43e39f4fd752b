import classes from './factor-bar.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface FactorBarProps {
  /** In [0, 1]; null when the documents do not tell it. */
  value: number | null
  /** What it was made of, in a few words. */
  detail?: string | undefined
  /** The figure that the others make. */
  strong?: boolean
}

/** A factor as a bar and a number; a quiet "unknown" where it is not told. */
export const FactorBar = ({ value, detail, strong = false }: FactorBarProps) =>
  value === null ? (
    <span className={textStyles.quiet}>unknown</span>
  ) : (
    <span className={classes.factor}>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} data-strong={strong} style={{ width: `${value * 100}%` }} />
      </span>
      <span className={strong ? classes.strong : undefined}>{value.toFixed(2)}</span>
      {detail && <span className={`${textStyles.small} ${classes.detail}`}>{detail}</span>}
    </span>
  )
