import { Box, Flex } from '@mantine/core'
import type { QueryInSource } from '@auspex/sdk'
import layout from '../../ui/layout.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

const split = { '--split': '150px minmax(0, 1fr)', gap: '4px 12px' }

/** What each source is asked in its own words, and what it does not honour. */
export const QuerySources = ({ sources }: { sources: readonly QueryInSource[] }) => (
  <Flex
    component="ul"
    className={`${surfaces.panel} ${surfaces.lines}`}
    direction="column"
    mt={10}
    aria-label="What each source is asked"
  >
    {sources.map(({ key, label, nativeQuery, requests, notHonoured }) => (
      <Box key={key} component="li" className={layout.split} px={14} py={10} fz={13} style={split}>
        <span className={textStyles.strong}>{label}</span>
        <Flex component="span" direction="column" gap={4} miw={0}>
          {nativeQuery === null ? (
            <span className={textStyles.soft}>{notHonoured.length === 0 ? 'Not asked by words' : 'Not asked'}</span>
          ) : (
            <code className={textStyles.code}>{nativeQuery}</code>
          )}
          {requests > 1 && <span className={textStyles.soft}>{requests} requests</span>}
          {notHonoured.map((sentence) => (
            <span key={sentence} className={textStyles.soft}>
              {sentence}
            </span>
          ))}
        </Flex>
      </Box>
    ))}
  </Flex>
)
