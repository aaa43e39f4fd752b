import { Swatch } from './swatch.tsx'
import classes from './charts.module.css'
import textStyles from '../text-styles.module.css'

interface LegendProps {
  items: readonly { readonly key: string; readonly label: string; readonly color: string; readonly line?: boolean }[]
}

export const Legend = ({ items }: LegendProps) => (
  <ul className={`${textStyles.detail} ${classes.legend}`}>
    {items.map(({ key, label, color, line = false }) => (
      <li key={key}>
        <Swatch color={color} line={line} /> {label}
      </li>
    ))}
  </ul>
)
