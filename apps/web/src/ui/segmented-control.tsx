import { useId } from 'react'
import classes from './components.module.css'

interface SegmentedControlProps<Value extends string> {
  /** The accessible name: "Interval". */
  'aria-label': string
  value: Value
  data: readonly { readonly value: Value; readonly label: string }[]
  onChange: (value: Value) => void
  size?: 'xs' | 'sm'
  fullWidth?: boolean
  className?: string | undefined
}

/**
 * One of a few options, side by side. Mantine's version moves its mark by measuring, which forces a layout of the whole page
 * during rendering; here the mark is a background.
 */
export const SegmentedControl = <Value extends string>({
  value,
  data,
  onChange,
  size = 'sm',
  fullWidth = false,
  className = '',
  'aria-label': label,
}: SegmentedControlProps<Value>) => {
  const name = useId()
  return (
    <div
      className={`${classes.control} ${className}`}
      role="radiogroup"
      aria-label={label}
      data-size={size}
      data-full-width={fullWidth || undefined}
    >
      {data.map((item) => (
        <label key={item.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            value={item.value}
            checked={item.value === value}
            onChange={() => onChange(item.value)}
          />
          {item.label}
        </label>
      ))}
    </div>
  )
}
