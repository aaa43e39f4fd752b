import type { PropsWithChildren, ReactNode } from 'react'
import { Box, Flex, Group } from '@mantine/core'
import classes from './layout.module.css'
import textStyles from './text-styles.module.css'
import surfaces from './surfaces.module.css'

/** The width and spacing of every page. */
export const Page = ({ width = 'wide', children }: PropsWithChildren<{ width?: 'wide' | 'narrow' }>) => (
  <div className={classes.page} data-width={width}>
    {children}
  </div>
)

interface SectionProps {
  id?: string
  title: string
  /** A summary in one line. */
  hint?: ReactNode
  /** Content beside the title. */
  aside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A titled part of a page and a landmark. */
export const Section = ({ id, title, hint, aside, actions, children }: SectionProps) => (
  <section
    id={id}
    className={classes.section}
    aria-labelledby={id && `${id}-title`}
    aria-label={id ? undefined : title}
  >
    <Flex component="header" mb={14} wrap="wrap" gap="8px 24px" align="flex-end" justify="space-between">
      <Box miw={0}>
        <Group gap={4} wrap="nowrap">
          <Box component="h2" id={id && `${id}-title`} lh={1.35}>
            {title}
          </Box>
          {aside}
        </Group>
        {hint && (
          <Box component="p" className={textStyles.note} mt={2} maw="100ch">
            {hint}
          </Box>
        )}
      </Box>
      {actions && (
        <Group gap={8} my={-3}>
          {actions}
        </Group>
      )}
    </Flex>
    {children}
  </section>
)

/** A surface on the page. */
export const Card = ({ padded = true, children }: PropsWithChildren<{ padded?: boolean }>) => (
  <Box className={surfaces.panel} p={padded ? 'var(--card-padding)' : undefined}>
    {children}
  </Box>
)
