import type { Story, StoryCard } from '@auspex/sdk'
import { Box } from '@mantine/core'
import { CardView } from './card-view.tsx'
import { describeMoment } from './card-view.tsx'
import classes from './cards.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface StoryReadingProps {
  story: Story
  headingLevel?: 1 | 3
}

/** A story to read from top to bottom: text without a frame, measurements in a frame with their moment. */
export const StoryReading = ({ story, headingLevel = 1 }: StoryReadingProps) => (
  <article className={classes.story}>
    <Box component={`h${headingLevel}`} className={classes.title} data-level={headingLevel}>
      {story.displayTitle}
    </Box>
    {story.cards.length === 0 && <p className={textStyles.soft}>This story has no cards.</p>}
    {story.cards.map((card) => (
      <ReadingCard key={card.id} card={card} />
    ))}
  </article>
)

const ReadingCard = ({ card }: { card: StoryCard }) => {
  const moment = describeMoment(card)
  const isText = card.content.kind === 'text'
  return (
    <figure className={isText ? classes.words : `${surfaces.panel} ${classes.readingCard}`}>
      <CardView card={card} />
      {(card.caption !== null || moment !== null) && (
        <figcaption className={classes.caption}>
          {card.caption !== null && <span>{card.caption}</span>}
          {moment !== null && <span className={textStyles.small}>{moment}</span>}
        </figcaption>
      )}
    </figure>
  )
}
