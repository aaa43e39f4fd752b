import { ActionIcon, Box, Flex, Group, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import textStyles from './text-styles.module.css'

interface PagerProps {
  /** Counted from 1. */
  page: number
  perPage: number
  total: number
  /** The page sizes on offer. */
  sizes: readonly number[]
  format: (value: number) => string
  onPage: (page: number) => void
  onSize: (perPage: number) => void
}

/** "1–3 of 3" would repeat the number. */
const describeAll = (total: number, format: PagerProps['format']): string => {
  if (total === 0) return 'No entries'
  return total === 1 ? '1 entry' : `${format(total)} entries`
}

/** The visible rows, the page navigation, and the page size. */
export const Pager = ({ page, perPage, total, sizes, format, onPage, onSize }: PagerProps) => {
  const last = Math.max(1, Math.ceil(total / perPage))
  const smallest = Math.min(...sizes)
  const from = Math.min(total, (page - 1) * perPage + 1)
  const to = Math.min(total, page * perPage)
  const step = (words: string, target: number, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      size="lg"
      bg="transparent"
      aria-label={words}
      disabled={target < 1 || target > last || target === page}
      onClick={() => onPage(target)}
    >
      <Icon size={17} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
  return (
    <Flex component="nav" aria-label="Pages" align="center" justify="space-between" gap="8px 20px" wrap="wrap">
      <Box component="p" className={`${textStyles.caption} ${textStyles.tabular}`} role="status">
        {last === 1 ? describeAll(total, format) : `${format(from)}–${format(to)} of ${format(total)}`}
      </Box>
      <Group gap={14}>
        {total > smallest && (
          <NativeSelect
            size="xs"
            aria-label="Rows per page"
            value={String(perPage)}
            data={sizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
            onChange={(event) => onSize(Number(event.currentTarget.value))}
          />
        )}
        {last > 1 && (
          <Group gap={2} wrap="nowrap">
            {step('First page', page === 1 ? 0 : 1, IconChevronsLeft)}
            {step('Previous page', page - 1, IconChevronLeft)}
            <Box component="span" className={`${textStyles.caption} ${textStyles.tabular}`} mx={8}>
              Page {format(page)} of {format(last)}
            </Box>
            {step('Next page', page + 1, IconChevronRight)}
            {step('Last page', page === last ? 0 : last, IconChevronsRight)}
          </Group>
        )}
      </Group>
    </Flex>
  )
}
