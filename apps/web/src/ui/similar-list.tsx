import { Box, Flex, VisuallyHidden } from '@mantine/core'
import { OutsideLink } from './outside-link.tsx'
import textStyles from './text-styles.module.css'
import { Bar } from './values.tsx'

/** A document that is close in meaning, as it is shown. */
export interface SimilarRow {
  id: string
  title: string
  href: string | null
  /** Who published it, and when. */
  caption: string
  snippet: string | null
  /** In [0, 1]. */
  similarity: number
}

/** Similar documents, the closest first, each with how close it is. */
export const SimilarList = ({ rows, label }: { rows: readonly SimilarRow[]; label: string }) => (
  <Flex component="ol" direction="column" gap={14} m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
    {rows.map(({ id, title, href, caption, snippet, similarity }) => (
      <li key={id}>
        <Flex gap={16} justify="space-between" align="baseline">
          <Box className={`${textStyles.strong} ${textStyles.breakable}`} fz="lead" miw={0}>
            <OutsideLink href={href} otherwise={title} className={textStyles.link}>
              {title}
            </OutsideLink>
          </Box>
          <Flex component="span" className={textStyles.fine} gap={8} align="center" flex="none">
            <Box component="span" w={44} visibleFrom="xs" aria-hidden>
              <Bar part={similarity} height={4} />
            </Box>
            <span>
              {Math.round(similarity * 100)}%<VisuallyHidden> close in meaning</VisuallyHidden>
            </span>
          </Flex>
        </Flex>
        {snippet !== null && (
          <Box component="p" className={`${textStyles.detail} ${textStyles.breakable}`} m={0} mt={2} lh={1.45}>
            {snippet.length > maxSnippet ? `${snippet.slice(0, maxSnippet)}…` : snippet}
          </Box>
        )}
        <Box component="p" className={textStyles.caption} m={0} mt={2}>
          {caption}
        </Box>
      </li>
    ))}
  </Flex>
)

const maxSnippet = 180
