import { formatDay } from '../../../lib/format.ts'
import { CardView } from '../../../lib/cards/card-view.tsx'
import { sayMoment } from '../editor/card-moment.tsx'
import type { Slide } from './slides.ts'
import classes from './presentation.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** A slide: the title of the story, or a card with its caption above it. */
export const SlideView = ({ slide }: { slide: Slide }) => {
  if (slide.kind === 'title')
    return (
      <section className={classes.slide} data-title>
        <h1 className={classes.title}>{slide.title}</h1>
        <p className={textStyles.quiet}>{formatDay(slide.updatedAt)}</p>
      </section>
    )
  const { card } = slide
  const moment = sayMoment(card)
  return (
    <section className={classes.slide}>
      {card.caption !== null && <h1 className={classes.caption}>{card.caption}</h1>}
      <CardView card={card} isSlide />
      {moment !== null && <p className={textStyles.caption}>{moment}</p>}
    </section>
  )
}
