import classes from './factor-bar.module.css'
import { Bar } from '../../../ui/bar.tsx'
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
      <Bar part={value} color={strong ? undefined : 'var(--tone-neutral)'} />
      <span className={strong ? textStyles.figure : undefined}>{value.toFixed(2)}</span>
      {detail && <span className={`${textStyles.small} ${classes.detail}`}>{detail}</span>}
    </span>
  )
