import { ActionIcon, Box, Flex } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { LineGlyph } from '../../ui/charts/line-glyph.tsx'
import { lineStyleAt } from '../../ui/charts/line-style.ts'
import { mostSignals } from './compared-signals.ts'
import classes from './compare.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface SignalListProps {
  ids: readonly string[]
  /** Null while a name is not known. */
  titleOf: (id: string) => string | null
  onRemove: (id: string) => void
}

/** What is compared: each with its line, its report and a way out. */
export const SignalList = ({ ids, titleOf, onRemove }: SignalListProps) => (
  <ul className={classes.signals} aria-label="Compared signals">
    {ids.map((id, index) => {
      const title = titleOf(id)
      return (
        <Flex key={id} component="li" className={`${surfaces.panel} ${classes.signal}`} gap={8} align="center">
          {index < mostSignals && <LineGlyph style={lineStyleAt(index)} />}
          <Link
            to="/signals/$signalId"
            params={{ signalId: id }}
            className={`${textStyles.plain} ${textStyles.strong} ${textStyles.breakable} ${classes.signalTitle}`}
            preload={false}
          >
            {title ?? (
              <Box component="span" className={textStyles.quiet} fw={400}>
                Signal {index + 1}
              </Box>
            )}
          </Link>
          <ActionIcon size="sm" aria-label={`Remove ${title ?? `signal ${index + 1}`}`} onClick={() => onRemove(id)}>
            <IconX size={14} stroke={1.9} aria-hidden />
          </ActionIcon>
        </Flex>
      )
    })}
  </ul>
)
