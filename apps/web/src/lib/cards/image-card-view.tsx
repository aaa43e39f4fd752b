import type { ImageCard } from '@auspex/sdk'
import { useCallback } from 'react'
import { useLoadedPicture } from '../pictures.tsx'
import classes from './cards.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** A picture of the story. Its bytes need the reader's token, so the browser cannot fetch them by itself. */
export const ImageCardView = ({ content: { image, alt } }: { content: ImageCard }) => {
  const { content, isFailed } = useLoadedPicture(image)
  if (isFailed) return <p className={textStyles.soft}>The picture could not be loaded{alt === '' ? '.' : `: ${alt}`}</p>
  return content === null ? (
    <div className={classes.picture} aria-busy="true" role="img" aria-label={alt || 'Picture'} />
  ) : (
    <LoadedImage content={content} alt={alt} />
  )
}

/** The address of the bytes lives as long as the element that shows them. */
const LoadedImage = ({ content, alt }: { content: Blob; alt: string }) => {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(content)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [content],
  )
  return <img ref={show} className={classes.picture} alt={alt} decoding="async" />
}
