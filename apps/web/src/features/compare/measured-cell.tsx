import type { ComparedValue } from '@auspex/sdk'
import { ValueOrUnknown } from '../../ui/value-or-unknown.tsx'
import { Why } from '../../ui/why.tsx'
import { judge, sayBounds, type ValueScale } from './difference-words.ts'
import classes from './compare.module.css'
import layout from '../../ui/layout.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** A value with its interval and what it means; what is not known says why. */
export const MeasuredCell = ({ value, scale }: { value: ComparedValue; scale: ValueScale }) => {
  const bounds = sayBounds(value, scale)
  const verdict = judge(value, scale)
  return (
    <span className={classes.cell}>
      <span className={`${textStyles.figure} ${layout.inline}`}>
        <ValueOrUnknown value={value.value} format={scale.format} />
        {value.reason !== null && <Why label="Why so:" text={value.reason} />}
      </span>
      {bounds !== null && <span className={`${textStyles.fine} ${classes.bounds}`}>{bounds}</span>}
      {verdict !== '' && (
        <span className={`${textStyles.fine} ${textStyles.nowrap} ${classes.verdict}`} data-distinct={value.distinct}>
          {verdict}
        </span>
      )}
    </span>
  )
}
