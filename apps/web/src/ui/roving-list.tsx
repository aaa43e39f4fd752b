import { Flex, type FlexProps } from '@mantine/core'
import { useRovingFocus } from './use-roving-focus.ts'

interface RovingListProps extends Pick<FlexProps, 'children' | 'gap' | 'justify' | 'mb' | 'mx'> {
  component?: 'ul' | 'ol'
  /** The entries wrap, so all four arrow keys move. */
  wraps?: boolean
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** A list of links or buttons that is a single tab stop, whatever its length. */
export const RovingList = ({ component = 'ul', wraps = false, ...props }: RovingListProps) => {
  const roving = useRovingFocus(wraps ? 'both' : 'column')
  const layout = wraps ? ({ direction: 'row', wrap: 'wrap' } as const) : ({ direction: 'column' } as const)
  return component === 'ol' ? (
    <Flex component="ol" {...layout} {...roving} {...props} />
  ) : (
    <Flex component="ul" {...layout} {...roving} {...props} />
  )
}
