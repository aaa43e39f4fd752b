import { Flex, UnstyledButton } from '@mantine/core'
import { LinkButton } from '../../../lib/link-button.tsx'
import { RovingList } from '../../../ui/roving-list.tsx'
import type { Suggestion } from './suggestions.ts'
import classes from './begin.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface BeginViewProps {
  suggestions: readonly Suggestion[]
  onAsk: (suggestion: Suggestion) => void
}

/** A conversation before its first question: what Zeus is for, and what can be asked here. */
export const BeginView = ({ suggestions, onAsk }: BeginViewProps) => (
  <Flex direction="column" gap={20} className={classes.begin}>
    <p className={textStyles.lead}>
      Zeus answers from your signals. Every number comes from a measurement and every claim opens the passage or the
      count behind it; where something cannot be told, it says so.
    </p>
    {suggestions.length > 0 ? (
      <RovingList aria-label="Suggested questions" gap={8}>
        {suggestions.map((suggestion) => (
          <li key={suggestion.message}>
            <UnstyledButton
              className={`${surfaces.panel} ${surfaces.hover} ${classes.suggestion}`}
              onClick={() => onAsk(suggestion)}
            >
              {suggestion.message}
            </UnstyledButton>
          </li>
        ))}
      </RovingList>
    ) : (
      <div>
        <p className={`${textStyles.text} ${classes.first}`}>
          It answers best about topics that were measured here. Ask about any topic, or search one first.
        </p>
        <LinkButton to="/" variant="default">
          Search a topic
        </LinkButton>
      </div>
    )}
  </Flex>
)
