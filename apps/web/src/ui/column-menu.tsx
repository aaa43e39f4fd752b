import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'

interface HideableColumn {
  readonly key: string
  readonly title: string
}

interface ColumnChoice<Column> {
  /** The columns that the person wants to see. */
  readonly columns: readonly Column[]
  readonly hidden: readonly string[]
  readonly setHidden: (hidden: string[]) => void
}

/** The columns of a table without those that the person has hidden, remembered in this browser by the name of the table. */
export const useColumns = <Column extends HideableColumn>(
  table: string,
  columns: readonly Column[],
): ColumnChoice<Column> => {
  const [hidden, setHidden] = useLocalStorage<readonly string[]>({
    key: `auspex.columns.${table}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return { columns: columns.filter(({ key }) => !hidden.includes(key)), hidden, setHidden }
}

interface ColumnMenuProps extends Pick<ColumnChoice<HideableColumn>, 'hidden' | 'setHidden'> {
  /** The columns that can be hidden: not the first, which names the row. */
  columns: readonly HideableColumn[]
}

/** Shows and hides the columns of a table. */
export const ColumnMenu = ({ columns, hidden, setHidden }: ColumnMenuProps) => {
  const shownCount = columns.filter(({ key }) => !hidden.includes(key)).length
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          fz={14}
          leftSection={<IconColumns3 size={16} stroke={1.7} aria-hidden />}
        >
          {shownCount === columns.length ? 'Columns' : `Columns (${shownCount} of ${columns.length})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" p={14}>
        <Stack gap={10}>
          {columns.map(({ key, title }) => (
            <Checkbox
              key={key}
              size="sm"
              label={title}
              checked={!hidden.includes(key)}
              onChange={(event) =>
                setHidden(
                  event.currentTarget.checked ? hidden.filter((hiddenKey) => hiddenKey !== key) : [...hidden, key],
                )
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
