import { Group } from '@mantine/core'
import { Swatch } from './swatch.tsx'
import layout from '../layout.module.css'
import textStyles from '../text-styles.module.css'

interface LegendProps {
  items: readonly { readonly key: string; readonly label: string; readonly color: string; readonly line?: boolean }[]
}

export const Legend = ({ items }: LegendProps) => (
  <Group component="ul" className={textStyles.detail} gap="4px 18px">
    {items.map(({ key, label, color, line = false }) => (
      <li key={key} className={layout.inline}>
        <Swatch color={color} line={line} /> {label}
      </li>
    ))}
  </Group>
)
