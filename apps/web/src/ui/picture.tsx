import { IconPhoto } from '@tabler/icons-react'
import { useCallback } from 'react'
import classes from './components.module.css'

interface PictureProps {
  /** Null without a picture, or while it loads: the first letter of the title is shown instead. */
  content: Blob | null
  title: string
  size?: 'tile' | 'small'
}

/** The picture of a thing beside its title, hidden from screen readers because it adds nothing. */
export const Picture = ({ content, title, size = 'tile' }: PictureProps) => (
  <span className={classes.picture} data-size={size} aria-hidden>
    {content !== null ? (
      <BlobImage content={content} />
    ) : title.trim() === '' ? (
      <IconPhoto size={20} stroke={1.6} />
    ) : (
      firstLetter(title)
    )}
  </span>
)

interface BlobImageProps {
  content: Blob
  alt?: string
  className?: string | undefined
}

/** The object URL lives as long as the element that shows it. */
export const BlobImage = ({ content, alt = '', className }: BlobImageProps) => {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(content)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [content],
  )
  return <img ref={show} className={className} alt={alt} decoding="async" />
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const firstLetter = (title: string): string => {
  const [first] = letters.segment(title.trim())
  return (first?.segment ?? '').toUpperCase()
}
