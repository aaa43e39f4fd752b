import type { ImageCard } from '@auspex/sdk'
import { usePicture } from '../../../lib/pictures.tsx'
import classes from './cards.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** A picture of the story. Its bytes need the reader's token, so the browser cannot fetch them by itself. */
export const ImageCardView = ({ content: { image, alt } }: { content: ImageCard }) => {
  const { url, isFailed } = usePicture(image)
  if (isFailed) return <p className={textStyles.soft}>The picture could not be loaded{alt === '' ? '.' : `: ${alt}`}</p>
  return url === null ? (
    <div className={classes.picture} aria-busy="true" role="img" aria-label={alt || 'Picture'} />
  ) : (
    <img className={classes.picture} src={url} alt={alt} />
  )
}
