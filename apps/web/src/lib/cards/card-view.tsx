import type { StoryCard } from '@auspex/sdk'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { ChartCardView } from './chart-card-view.tsx'
import { DocumentCardView } from './document-card-view.tsx'
import { ImageCardView } from './image-card-view.tsx'
import { NumberCardView } from './number-card-view.tsx'
import { SectionCardView } from './section-card-view.tsx'
import { SignalCardView } from './signal-card-view.tsx'
import classes from './cards.module.css'
import surfaces from '../../ui/surfaces.module.css'

interface CardViewProps {
  card: StoryCard
  /** On a slide everything is larger. */
  isSlide?: boolean
}

/** What a card shows, to be read: the same in the editor, on a slide, in the history and behind a link. */
export const CardView = ({ card, isSlide = false }: CardViewProps) => (
  <div className={classes.card} data-slide={isSlide}>
    {card.unavailable != null && (
      <p className={`${surfaces.callout} ${surfaces.warning} ${classes.unavailable}`}>{card.unavailable}</p>
    )}
    <CardContentView card={card} isSlide={isSlide} />
  </div>
)

const CardContentView = ({ card: { content, caption }, isSlide }: Required<CardViewProps>) => {
  switch (content.kind) {
    case 'text':
      return <Markdown text={content.text} />
    case 'chart':
      return <ChartCardView content={content} caption={caption} isSlide={isSlide} />
    case 'number':
      return <NumberCardView content={content} />
    case 'quote':
      return <blockquote className={classes.quote}>{content.text}</blockquote>
    case 'document':
      return <DocumentCardView content={content} />
    case 'signal':
      return <SignalCardView content={content} />
    case 'image':
      return <ImageCardView content={content} />
    case 'section':
    default:
      return <SectionCardView content={content} isSlide={isSlide} />
  }
}
