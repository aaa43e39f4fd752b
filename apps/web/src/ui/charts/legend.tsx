import { Box, Group } from '@mantine/core'
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

/** The colour of a series beside its name. */
export const Swatch = ({ color, line = false }: { color: string; line?: boolean }) => (
  <Box component="span" flex="none" w={line ? 12 : 10} h={line ? 3 : 10} bdrs={line ? 2 : 3} bg={color} aria-hidden />
)
